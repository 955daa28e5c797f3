import { expect, test } from 'vitest';
import { billedAt, makeRates, makeVm, VM_STATUSES } from '../domain/testing/records.ts';
import { asUnconfirmed, NOT_BILLED, rateOf, type Vm } from '../domain/vm.ts';
import { NO_COURSE, type VmLoad } from '../gpu-load/gpu-load.ts';
import type { AccountSnapshot } from '../polling/polling-slice.ts';
import { initialState } from '../state/index.ts';
import { environment } from '../testing/environment.ts';
import { makeAccount } from '../testing/make-account.ts';
import { NO_ACTIVITY, troubleSince, type VmActivity } from './vm-activity.ts';
import { groupVms } from './vm-groups.ts';
import { wasteOf } from './waste.ts';
import { wasteText } from './waste-text.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const STATE = initialState(environment, NOW);
const RECEIVED = { value: null, problem: null };
const LIVE: AccountSnapshot = { vms: RECEIVED, spend: RECEIVED, asOf: NOW, freshness: 'live' };
const FAILED = { value: null, problem: { kind: 'network' } } as const;

interface Known {
  readonly activity?: Partial<VmActivity>;
  /** Over SSH. */
  readonly load?: Partial<VmLoad>;
  readonly snapshot?: Partial<AccountSnapshot>;
}

const appOf = ({ activity, load, snapshot }: Known) => ({
  ...STATE,
  snapshots: { a: { ...LIVE, ...snapshot } },
  accounts: [makeAccount({ id: 'a', turnedOn: { gpuLoad: load !== undefined } })],
  vmActivity: activity ? { 'a/v': { ...NO_ACTIVITY, ...activity } } : {},
  vmLoads: load
    ? { 'a/v': { at: NOW, gpus: [], load: 0, memory: 60, problem: null, ...NO_COURSE, ...load } }
    : {},
});

const vmOf = ({ status = 'running', ...known }: Partial<Vm>) =>
  makeVm({ id: 'v', status, ipAddress: '203.0.113.7', ...known });

const low = (minutes: number) => ({ activity: { lowSince: NOW - minutes * MINUTE } });
const IDLE_GPU = { gpuCount: 1, gpuPercents: [0], cpuPercent: 90 };
const IDLE_CPU = { cpuPercent: 1, ramPercent: 4 };
const GPU = { index: 0, load: 0, memoryUsed: 1, memoryTotal: 2, temperature: 40, power: 50 };
const WAITS: Partial<Vm> = { status: 'starting', operations: ['stop'] };
const DISK = { ...NOT_BILLED, perHour: 0.1, storagePerHour: 0.1 };
const BILLED = billedAt(3.19);

test.each<[string, Partial<Vm>, Known, string | null]>([
  ['idle GPUs for long', IDLE_GPU, low(38 * 24 * 60), 'idle 38 d, GPU 0 %'],
  ['idle GPUs for 10 min', IDLE_GPU, low(10), 'idle 10 m, GPU 0 %'],
  ['idle GPUs for a moment', IDLE_GPU, low(9), null],
  [
    'a low load from before its restart',
    { ...IDLE_GPU, startedAt: ago(9 * MINUTE) },
    { ...low(60), load: { gpus: [GPU], lowSince: NOW - HOUR } },
    null,
  ],
  ['low CPU from before its restart', { ...IDLE_CPU, startedAt: ago(9 * MINUTE) }, low(60), null],
  ['idle GPUs since before the first poll', IDLE_GPU, {}, null],
  ['a GPU that works again by a newer record', { ...IDLE_GPU, gpuPercents: [50] }, low(60), null],
  ['low CPU and RAM alone', IDLE_CPU, low(60), 'idle 1 h, CPU 1 %'],
  ['low CPU of a busy GPU', { ...IDLE_CPU, gpuCount: 1, gpuPercents: [80] }, low(60), null],
  ['an unknown load', {}, low(60), null],
  [
    'an idle GPU over SSH',
    { cpuPercent: 90, ramPercent: 9 },
    { load: { gpus: [GPU], lowSince: NOW - HOUR } },
    'idle 1 h, GPU 0 %',
  ],
  [
    'a load over SSH that is 2 min old',
    IDLE_CPU,
    { load: { at: NOW - 2 * MINUTE - 1, gpus: [GPU], lowSince: NOW - HOUR } },
    null,
  ],
  [
    'idle GPUs by a list that is out of date',
    IDLE_GPU,
    { ...low(60), snapshot: { freshness: 'outOfDate', vms: FAILED } },
    null,
  ],
  [
    'idle GPUs, while the spend alone fails',
    IDLE_GPU,
    { ...low(60), snapshot: { freshness: 'outOfDate', spend: FAILED } },
    'idle 1 h, GPU 0 %',
  ],
  [
    'GPUs that did work',
    IDLE_GPU,
    { activity: { lowSince: NOW - 25 * MINUTE, workedUntil: NOW - 25 * MINUTE } },
    'looks finished 25 m, GPU 0 %',
  ],
  [
    'a stop that saves nothing',
    { ...IDLE_GPU, effects: { stop: { keeps: [], notes: [], savesNothing: true } } },
    low(60),
    null,
  ],
  ['a frozen container', { ...IDLE_GPU, isFrozen: true }, {}, 'frozen, GPU billed'],
  ['no GPU any more', { gpuCount: 0, gpuType: '4090' }, {}, 'without its GPU, billed'],
  ['a lock, and a GPU at work', { isLocked: true, gpuCount: 1, gpuPercents: [80] }, low(60), null],
  [
    'a slow start',
    WAITS,
    { activity: { startingSince: NOW - 20 * MINUTE } },
    'starting 20 m, billed',
  ],
  ['a start', WAITS, { activity: { startingSince: NOW - MINUTE } }, null],
  ['no login for long', { ipAddress: null, startedAt: ago(20 * MINUTE) }, {}, 'no login 20 m'],
  ['no login yet', { ipAddress: null, startedAt: ago(MINUTE) }, {}, null],
  [
    'no login, and a GPU at work',
    { ...IDLE_GPU, ipAddress: null, startedAt: ago(HOUR), gpuPercents: [70] },
    {},
    null,
  ],
  [
    'a crash that is billed',
    { status: 'failed', billed: BILLED, stoppedAt: ago(2 * HOUR) },
    {},
    'crashed 2 h, billed',
  ],
  ['a crash with a disk', { status: 'failed', billed: DISK }, {}, null],
  ['a crash without a known cost', { status: 'failed' }, {}, null],
  [
    'an unknown status that is billed',
    { status: 'hibernating', billed: BILLED },
    {},
    'hibernating, billed',
  ],
  ['an unknown status with a disk', { status: 'hibernating', billed: DISK }, {}, null],
  [
    'a host that is offline, and billed',
    { status: 'offline', billed: BILLED },
    {},
    'offline, billed',
  ],
  [
    'a host that is offline, with its disk at the price of a stopped VM',
    { status: 'offline', billed: billedAt(0.1), rates: makeRates({ stopped: rateOf(0.1) }) },
    {},
    null,
  ],
  ['an interruption', { status: 'interrupted', billed: BILLED }, {}, null],
  ['a stop', { status: 'stopped', billed: BILLED }, low(60), null],
  ['nothing left', { status: 'destroyed', billed: BILLED }, {}, null],
])('a VM with %s', (_, known, facts, text) => {
  const vm = vmOf(known);
  const waste = wasteOf({ app: appOf(facts), accountId: 'a', now: NOW }, vm, 'a/v');
  expect(waste && wasteText(waste, NOW)).toBe(text);
});

const listed = (id: string, fields: Partial<Vm>) => ({
  ...{ key: `a/${id}`, accountId: 'a' },
  vm: makeVm({ id, status: 'running', ...fields }),
});

test('groups every documented status, and what is not known by its cost', () => {
  const vms = VM_STATUSES.map((status) => listed(`${status}.`, { status }));
  for (const perHour of [1, 2, null]) {
    const billed = billedAt(perHour);
    vms.push(listed(`odd ${perHour}`, { status: '__proto__', billed }));
    const lost = listed(`lost ${perHour}`, { billed });
    vms.push({ ...lost, vm: asUnconfirmed(lost.vm) });
  }
  const vmWaste = Object.fromEntries(
    vms.flatMap(({ key, accountId, vm }) => {
      const waste = wasteOf({ app: STATE, accountId, now: NOW }, vm, key);
      return waste === null ? [] : [[key, waste] as const];
    }),
  );
  const groups = groupVms(vms, vmWaste).map(({ name, members }) => [
    name,
    ...members.map(({ vm }) => vm.id),
  ]);
  expect(groups).toEqual([
    ['waste', 'lost 2', 'odd 2', 'lost 1', 'odd 1'],
    ['running', 'creating.', 'starting.', 'running.', 'stopping.'],
    [
      'off',
      'stopped.',
      'interrupted.',
      'destroyed.',
      'failed.',
      'offline.',
      'odd null',
      'lost null',
    ],
  ]);
});

const seen = (hours: number, isTroubleObserved: boolean): VmActivity => ({
  ...NO_ACTIVITY,
  troubleSince: NOW - hours * HOUR,
  isTroubleObserved,
});

test.each<[string, Partial<Vm>, VmActivity | undefined, number | null]>([
  ['reported', { stoppedAt: ago(25 * HOUR) }, seen(1, true), 25],
  ['observed', {}, seen(2, true), 2],
  ['there at the first poll', {}, seen(24, false), null],
  ['of an earlier stop', { stoppedAt: ago(99 * HOUR), startedAt: ago(9 * HOUR) }, seen(2, true), 2],
])('trouble that is %s', (_, fields, times, hours) => {
  const vm = vmOf({ status: 'interrupted', ...fields });
  expect(troubleSince(vm, times)).toBe(hours === null ? null : NOW - hours * HOUR);
});
