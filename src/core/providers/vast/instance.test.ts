import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateOf, vmName } from '../../../shared/domain/vm.ts';
import { parsed } from '../testing/parsed.ts';
import { instanceSchema as schemaAt } from './instance.ts';
import { PLANTED, sentInstance } from './testing/instances.ts';

const NOW = Date.UTC(2026, 5, 2, 12, 0, 10);
const instanceSchema = schemaAt(NOW);

const instance = (change: Readonly<Record<string, unknown>> = {}) =>
  parsed(instanceSchema, sentInstance(change));

const PRICES = { gpuCostPerHour: 0.8, diskHour: 0.03, totalHour: 0.83 };

const PRICE = { perHour: 0.83, isAtLeast: true };
const DISK = { perHour: 0.03, isAtLeast: true };

describe('an instance', () => {
  test('is read as a VM', () => {
    expect(instance()).toMatchObject({
      ...{ id: '312', label: 'train-1', phase: 'running', status: 'running', note: null },
      ...{ gpuType: 'RTX 4090', gpuCount: 2, gpuPercents: [94, 94], cpuPercent: 45 },
      ...{ ramPercent: 25, storageGb: 20, cpuCores: 4, cpuModel: 'EPYC 7763' },
      ...{ createdAt: '2026-06-01T12:00:00.000Z', startedAt: '2026-06-02T11:00:10.000Z' },
      rates: { now: PRICE, running: PRICE, stopped: DISK, gpuPerHour: 0.8, storagePerHour: 0.03 },
      contract: { endsAt: '2026-08-29T10:40:00.000Z', effect: expect.stringContaining('delete') },
      ipAddress: '203.0.113.9',
      login: { host: '203.0.113.9', port: 20_000, user: 'root', isShellOnly: false },
      hasRunKeys: true,
      operations: ['stop', 'destroy'],
      facts: {
        ...{ Location: 'California, United States', Rental: 'on demand' },
        ...{ 'Machine ID': 12, 'Host ID': 7 },
      },
    });
  });

  test('with less than half a core has an unknown number of cores, not 0', () => {
    expect(instance({ cpu_cores_effective: 0.4 })?.cpuCores).toBeNull();
  });

  const OUTBID = 'outbid; restarts automatically';
  const WAITS = 'waits for its GPU; billed when it starts';
  const CRASHED = 'container ended · billed. Killed';
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
    ['exited', 'running', true, 'failed', CRASHED, STOP],
    ['stopped', 'running', true, 'starting', null, STOP],
    ['exited', 'running', false, 'failed', CRASHED, STOP],
    ['scheduling', 'running', false, 'starting', null, STOP],
    ['offline', 'running', false, 'offline', 'offline · its host is gone', STOP],
    ['unknown', 'running', false, 'unknown', null, ['start', 'stop', 'destroy']],
    ['RUNNING', 'running', false, 'unknown', null, ['start', 'stop', 'destroy']],
    ['constructor', 'running', false, 'unknown', null, ['start', 'stop', 'destroy']],
  ])(
    '%s, to be %s, bid %s: %s, %s',
    (actual_status, intended_status, is_bid, phase, note, operations) => {
      const vm = instance({ actual_status, intended_status, is_bid, status_msg: 'Killed' });
      expect(vm).toMatchObject({ phase, note, operations, status: actual_status ?? 'creating' });
    },
  );

  test.each([
    ['exited', 'running', true, 'interrupted', OUTBID, 0.03],
    ['stopped', 'running', true, 'interrupted', OUTBID, 0.03],
    ['exited', 'running', false, 'starting', WAITS, 0.03],
    ['scheduling', 'running', true, 'starting', WAITS, 0.03],
    ['scheduling', 'stopped', false, 'stopped', null, 0.03],
    ['loading', 'running', false, 'starting', null, 0.83],
    // A success that was left stopped.
    [null, 'running', false, 'starting', WAITS, 0.03],
    ['created', 'running', true, 'interrupted', OUTBID, 0.03],
    ['hibernating', 'running', false, 'unknown', null, 0.03],
    ['unknown', 'running', false, 'unknown', null, 0.03],
  ])(
    '%s, to be %s, bid %s, without a machine: %s, %s, at %s $/h',
    (actual_status, intended_status, is_bid, phase, note, perHour) => {
      const vm = instance({ actual_status, intended_status, is_bid, cur_state: 'stopped' });
      expect(vm).toMatchObject({ phase, note, rates: { now: { perHour, isAtLeast: true } } });
    },
  );

  test.each([
    ['Error: container exited (1)', 'Error: container exited (1)'],
    ['a\u202eb\n\tc', 'ab c'],
    ['401 for Bearer abc.def', '401 for [redacted]'],
    ['\u001b[31mred\u001b[0m API_KEY=s3cret', 'red API_KEY=[redacted]'],
    ['x'.repeat(9_000), `${'x'.repeat(199)}…`],
    [null, ''],
    [7, ''],
  ])('whose container ended says why: %j', (status_msg, reason) => {
    const { note } = instance({ actual_status: 'exited', status_msg });
    expect(note).toBe(`container ended · billed${reason && `. ${reason}`}`);
  });

  test.each([
    [60, '2026-06-02T11:00:10.000Z'],
    [0, '2026-06-02T12:00:10.000Z'],
    [0.5, '2026-06-02T11:59:40.000Z'],
    [null, null],
    ['60', null],
    [-1, null],
    [1e300, null],
    [2 ** 53 - 1, null],
  ])('with an uptime of %j min started at %s', (uptime_mins, startedAt) => {
    expect(instance({ uptime_mins }).startedAt).toBe(startedAt);
    for (const actual_status of ['loading', 'exited', 'frozen', 'offline'])
      expect(instance({ uptime_mins, actual_status }).startedAt).toBeNull();
  });

  test.each<[string, Readonly<Record<string, unknown>>, number | null]>([
    ['the total of its disk alone', { gpuCostPerHour: 0, totalHour: 0.03 }, 0.83],
    ['no price of its GPU', { gpuCostPerHour: null, totalHour: 0.03 }, 0.83],
    ['a discount', { discountedTotalPerHour: 0.5 }, 0.5],
    ['no discount', { discountedTotalPerHour: 0 }, 0.83],
    ['a total below the price of its GPU', { totalHour: 0.03 }, 0.83],
    ['the discount of its disk', { gpuCostPerHour: 0, discountedTotalPerHour: 0.02 }, 0.83],
  ])('that runs with %s', (_, change, perHour) => {
    const own = { instance: { ...PRICES, ...change } };
    expect(instance(own).rates.now).toEqual(rateOf(perHour, true));
    expect(instance({ ...own, actual_status: 'exited' }).rates.now).toEqual(rateOf(perHour, true));
    expect(instance({ ...own, actual_status: 'offline' }).rates.now).toEqual(rateOf(0));
  });

  test('that is prepaid has one price in all places, and none of its GPU alone', () => {
    const { rates } = instance({ instance: { ...PRICES, discountedTotalPerHour: 0.5 } });
    const paid = rateOf(0.5, true);
    expect(rates).toEqual({
      now: paid,
      running: paid,
      stopped: DISK,
      gpuPerHour: null,
      storagePerHour: 0.03,
    });
  });

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
    [{ ports: { '22/tcp': [{ HostPort: 'x' }] } }, 'ssh123.vast.ai', 10_600],
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
    ['loading', null],
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

  test.each([null, '', '  '])('with the label %j is named by its number', (label) => {
    expect(vmName(instance({ label }))).toBe('vast-312');
  });

  test.each([null, '312', -1, 1.5, 2 ** 60])('with the id %j is unreadable', (id) => {
    expect(instanceSchema(sentInstance({ id }))).toBeNull();
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
