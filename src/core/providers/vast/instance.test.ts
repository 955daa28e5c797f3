import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateOf, vmName } from '../../../shared/domain/index.ts';
import { instanceSchema } from './instance.ts';
import { PLANTED, sentInstance } from './testing/instances.ts';

const instance = (change: Readonly<Record<string, unknown>> = {}) =>
  instanceSchema.parse(sentInstance(change));

const PRICES = { gpuCostPerHour: 0.8, diskHour: 0.03, totalHour: 0.83 };

const PRICE = { perHour: 0.83, isAtLeast: true };
const DISK = { perHour: 0.03, isAtLeast: true };

describe('an instance', () => {
  test('is read as a VM', () => {
    expect(instance()).toMatchObject({
      ...{ id: '312', label: 'train-1', phase: 'running', status: 'running', note: null },
      ...{ gpuType: 'RTX 4090', gpuCount: 2, gpuPercents: [94, 94], cpuPercent: 45 },
      ...{ ramPercent: 25, storageGb: 20, cpuCores: 4, cpuModel: 'EPYC 7763' },
      ...{ startedAt: '2026-06-01T12:00:00.000Z' },
      rates: { now: PRICE, running: PRICE, stopped: DISK, gpuPerHour: 0.8, storagePerHour: 0.03 },
      contract: { endsAt: '2026-08-29T10:40:00.000Z', effect: expect.stringContaining('delete') },
      ipAddress: '203.0.113.9',
      login: { host: '203.0.113.9', port: 20_000, user: 'root', isShellOnly: false },
      hasRunKeys: true,
      operations: ['stop', 'destroy'],
      facts: {
        ...{ Location: 'California, United States', Rental: 'on_demand' },
        ...{ 'Machine ID': 12, 'Host ID': 7 },
      },
    });
  });

  const OUTBID = 'outbid; it starts again by itself';
  const WAITS = 'waits for its GPU; billed when it starts';
  const START = ['start', 'destroy'];
  const STOP = ['stop', 'destroy'];

  test.each([
    [null, 'running', false, 'creating', null, STOP],
    ['created', 'running', false, 'creating', null, STOP],
    ['loading', 'running', false, 'starting', null, STOP],
    ['rebooting', 'running', true, 'starting', null, STOP],
    ['running', 'stopped', false, 'running', null, STOP],
    ['frozen', 'frozen', false, 'running', 'frozen · GPU billed', STOP],
    ['frozen', 'running', false, 'running', 'frozen · GPU billed', STOP],
    ['stopped', 'stopped', false, 'stopped', null, START],
    ['exited', 'stopped', true, 'stopped', null, START],
    ['stopped', 'frozen', false, 'stopped', null, START],
    ['exited', 'running', true, 'interrupted', OUTBID, STOP],
    ['stopped', 'running', true, 'interrupted', OUTBID, STOP],
    ['exited', 'running', false, 'starting', WAITS, STOP],
    ['offline', 'running', false, 'offline', 'offline · its host is gone', STOP],
    ['unknown', 'running', false, 'unknown', null, ['start', 'stop', 'destroy']],
    ['RUNNING', 'running', false, 'unknown', null, ['start', 'stop', 'destroy']],
    ['constructor', 'running', false, 'unknown', null, ['start', 'stop', 'destroy']],
  ])(
    '%s, to be %s, bid %s: %s, %s',
    (actual_status, intended_status, is_bid, phase, note, operations) => {
      const vm = instance({ actual_status, intended_status, is_bid });
      expect(vm).toMatchObject({ phase, note, operations, status: actual_status ?? 'creating' });
    },
  );

  test.each([
    ['created', 'stopped', 'stopped', 'stopped'],
    ['loading', 'stopped', 'stopped', 'stopped'],
    [null, 'stopped', 'stopped', 'stopped'],
    ['loading', 'stopped', 'running', 'starting'],
    ['loading', 'running', 'stopped', 'starting'],
    ['running', 'stopped', 'stopped', 'running'],
  ])(
    'that never ran, stopped by its user and its machine, is stopped: %s, %s, %s',
    (actual_status, intended_status, cur_state, phase) => {
      expect(instance({ actual_status, intended_status, cur_state })).toMatchObject({ phase });
    },
  );

  test.each([
    [{ ports: {} }, 'ssh123.vast.ai', 10_600],
    [{ ports: null }, 'ssh123.vast.ai', 10_600],
    [{ ports: {}, image_runtype: 'jupyter ssh_proxy' }, 'ssh123.vast.ai', 10_601],
    [{ image_runtype: 'jupyter ssh_direc' }, '203.0.113.9', 20_000],
    [{ public_ipaddr: null }, 'ssh123.vast.ai', 10_600],
    [{ ports: { '22/tcp': [{ HostPort: '99999' }] } }, 'ssh123.vast.ai', 10_600],
  ])('with %j has its login at %s:%s', (change, host, port) => {
    expect(instance(change).login).toEqual({ host, port, user: 'root', isShellOnly: false });
  });

  test('has no login without a host and a port', () => {
    expect(instance({ ports: {}, ssh_host: null }).login).toBeNull();
    expect(instance({ ports: {}, ssh_port: 0 }).login).toBeNull();
  });

  test.each([
    [2, 0, [0, 0]],
    // A fraction, or less than a percent.
    [1, 0.95, []],
    [1, 1, []],
    [1, 3, [3]],
    // One of eight may work.
    [8, 3, []],
    [2, 5, [5, 5]],
    [1, null, []],
    [1, 9500, []],
  ])('with %s GPUs at %s has the loads %j', (num_gpus, gpu_util, loads) => {
    expect(instance({ num_gpus, gpu_util }).gpuPercents).toEqual(loads);
  });

  test('that is stopped costs its disk, whatever it cost while it ran', () => {
    const prices = { ...PRICES, gpuCostPerHour: 0, totalHour: 0.03 };
    expect(
      instance({ actual_status: 'exited', intended_status: 'stopped', instance: prices }),
    ).toMatchObject({
      rates: { now: DISK, running: PRICE, stopped: DISK },
      gpuPercents: [],
    });
  });

  test.each([
    ['running', 0.83],
    ['exited', 0.03],
    ['offline', null],
  ])('that is %s, without a total, costs what it does in that state', (actual_status, perHour) => {
    const { totalHour, ...prices } = PRICES;
    const vm = instance({ actual_status, intended_status: 'stopped', instance: prices });
    expect(vm.rates.now).toEqual(rateOf(perHour, true));
  });

  test('keeps its disk at a stop, and nothing at a destroy', () => {
    const disk = { path: 'The disk', sizeGb: 20, perHour: 0.03, isNetwork: false };
    expect(instance().effects).toMatchObject({
      stop: { keeps: [disk], isWhole: true },
      destroy: { keeps: [] },
    });
  });

  test('shows a lower price of a reservation as a fact', () => {
    const facts = (discountedTotalPerHour: number) =>
      Object.keys(instance({ instance: { ...PRICES, discountedTotalPerHour } }).facts);
    expect(facts(0.5)).toContain('Discounted');
    for (const price of [0, 0.83, 0.9]) expect(facts(price)).not.toContain('Discounted');
  });

  test.each([null, '', '  '])('with the label %j is named by its number', (label) => {
    expect(vmName(instance({ label }))).toBe('vast-312');
  });

  test.each([null, '312', -1, 1.5, 2 ** 60])('with the id %j is unreadable', (id) => {
    expect(instanceSchema.safeParse(sentInstance({ id })).success).toBe(false);
  });

  test('carries none of its secrets', () => {
    const read = JSON.stringify(instance({ status_msg: PLANTED[0], template_name: PLANTED[1] }));
    for (const secret of PLANTED) expect(read).not.toContain(secret);
  });

  test('is read with any other types', () => {
    const broken = fc.dictionary(fc.constantFrom(...Object.keys(sentInstance())), fc.jsonValue());
    fc.assert(
      fc.property(broken, (change) => {
        expect(instance({ ...change, id: 312, actual_status: 'running' }).id).toBe('312');
      }),
    );
  });
});
