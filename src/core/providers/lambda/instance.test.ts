import { describe, expect, test } from 'vitest';
import { rateOf } from '../../../shared/domain/vm.ts';
import { parsed } from '../testing/parsed.ts';
import { instanceSchema } from './instance.ts';
import { BLOCKED, PLANTED, sentInstance } from './testing/instances.ts';

const instance = (change: Readonly<Record<string, unknown>> = {}) =>
  parsed(instanceSchema, sentInstance(change));

const PRICE = { perHour: 15.92, isAtLeast: true };

describe('an instance', () => {
  const tag = (value: unknown, key = 'gpu-tray-order') => ({ key, value });

  test.each<[unknown, string | null]>([
    [[tag('ada', 'owner'), tag('a1b2c3d4')], 'a1b2c3d4'],
    [[tag('A1B2C3D4')], null],
    [[tag('a1b2c3d4-')], null],
    [[tag('a1b2c3d4', 'order')], null],
    [[tag(7), null], null],
    ['gpu-tray-order', null],
    [undefined, null],
  ])('with the tags %j has the mark %s', (tags, mark) => {
    expect(instance({ tags })).toMatchObject({ mark });
  });

  test('without an SSH key says what to do', () => {
    expect(instance({ ssh_key_names: [] }).note).toMatch(/no SSH key; terminate it/);
    expect(instance({ ssh_key_names: [], status: 'booting' }).note).toBeNull();
    expect(instance({ ssh_key_names: null }).note).toBeNull();
  });

  test('is read as a VM', () => {
    expect(instance()).toMatchObject({
      id: '0920582c7ff041399e34823a0be62549',
      label: 'train-1',
      facts: { Location: 'us-west-1' },
      gpuType: 'A100 40 GB',
      gpuCount: 8,
      storageGb: 6144,
      ramGb: 1800,
      cpuCores: 124,
      phase: 'running',
      status: 'active',
      rates: { now: PRICE, running: PRICE, stopped: null },
      ipAddress: '203.0.113.9',
      login: { host: '203.0.113.9', port: null, user: 'ubuntu', isShellOnly: false },
      operations: ['destroy'],
      createdAt: null,
      startedAt: null,
    });
  });

  test.each([
    ['booting', 'creating', 0],
    ['active', 'running', 15.92],
    ['unhealthy', 'offline', 15.92],
    ['terminating', 'stopping', 15.92],
    ['preempted', 'interrupted', null],
    ['hibernating', 'unknown', null],
    ['running', 'unknown', null],
    ['constructor', 'unknown', null],
  ])('with the status %s is %s and costs at least %s', (status, phase, perHour) => {
    expect(instance({ status })).toMatchObject({
      ...{ phase, status },
      rates: { now: rateOf(perHour, true) },
    });
  });

  test('that is unhealthy runs, but its health check fails', () => {
    expect(instance().note).toBeNull();
    expect(instance({ status: 'unhealthy' })).toMatchObject({
      note: 'unhealthy; its health check fails',
      login: { user: 'ubuntu' },
      operations: ['destroy'],
    });
  });

  test('that is terminated costs nothing', () => {
    expect(instance({ status: 'terminated' })).toMatchObject({
      phase: 'destroyed',
      rates: { now: { perHour: 0, isAtLeast: false } },
    });
  });

  test('without file systems costs the price of its type', () => {
    const price = { perHour: 15.92, isAtLeast: false };
    expect(instance({ file_system_names: [] }).rates).toMatchObject({ now: price, running: price });
  });

  test('without a price has an unknown cost', () => {
    expect(instance({ instance_type: {} }).rates).toMatchObject({ now: null, running: null });
  });

  test('that boots has no address, and no name where none was given', () => {
    const { ip, name, ...booting } = sentInstance({ status: 'booting', actions: BLOCKED });
    expect(parsed(instanceSchema, booting)).toMatchObject({
      ...{ label: null, ipAddress: null, login: null, operations: [] },
      refusals: { destroy: 'It is still launching.' },
    });
  });

  test.each([
    ['It is new.', { reason_code: 'x', reason_description: 'It is new.' }],
    [`${'x'.repeat(299)}…`, { reason_description: 'x'.repeat(301) }],
    ['Lambda gives no reason.', { reason_description: ' ' }],
    ['It is new.', { reason_description: ' It\u001bis\nnew. ' }],
    ['Lambda gives no reason.', {}],
  ])('that cannot be terminated says why: %.20s', (reason, words) => {
    const terminate = { available: false, ...words };
    expect(instance({ actions: { terminate } })).toMatchObject({
      operations: [],
      refusals: { destroy: reason },
    });
  });

  test.each([{}, { actions: null }, { actions: { terminate: { available: 'yes' } } }])(
    'can be terminated unless Lambda says otherwise: %j',
    (change) => {
      const { actions: _, ...sent } = sentInstance();
      expect(parsed(instanceSchema, { ...sent, ...change }).operations).toEqual(['destroy']);
      const gone = parsed(instanceSchema, { ...sent, ...change, status: 'terminated' });
      expect(gone.operations).toEqual([]);
    },
  );

  test.each([
    ['with a file system', {}, ['datasets'], 1],
    ['without one', { file_system_names: [] }, [], 0],
  ])('%s says what a termination keeps', (_, change, paths, notes) => {
    const { stop, destroy } = instance(change).effects ?? {};
    expect(stop).toBeUndefined();
    expect(destroy?.label).toBe('Terminate');
    expect(destroy?.keeps.map(({ path }) => path)).toEqual(paths);
    expect(destroy?.notes).toHaveLength(notes);
  });

  test('without GPUs has no type of them', () => {
    const type = { gpu_description: 'N/A', price_cents_per_hour: 3, specs: { gpus: 0 } };
    expect(instance({ instance_type: type })).toMatchObject({ gpuType: null, gpuCount: 0 });
  });

  test('carries none of its secrets', () => {
    const read = JSON.stringify(instance());
    for (const secret of PLANTED) expect(read).not.toContain(secret);
  });

  test.each([{ id: null }, { id: '../x' }, { status: 7 }, { status: '' }])(
    'with %j is unreadable',
    (change) => {
      expect(instanceSchema(sentInstance(change))).toBeNull();
    },
  );
});
