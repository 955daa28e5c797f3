import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeRates, makeSpend, makeVm } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import type { GpuLoadProblem } from '../../shared/gpu-load/gpu-load.ts';
import type { AppState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { NO_ACTIVITY, type VmActivity } from '../../shared/vms/vm-activity.ts';
import {
  accountRate,
  balanceEnds,
  balanceLow,
  monthForecast,
  noData,
  spendToday,
} from './account-rules.ts';
import type { Verdict } from './evaluate.ts';
import {
  account,
  find,
  type Known,
  NOW,
  snapshotOf,
  stateOf,
  verdict,
  withPreferences,
} from './testing/observed.ts';
import { finished, idle, runningLong, stoppedBilled } from './vm-rules.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const iso = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString();
const network: Problem = { kind: 'network' };

const SAVES_NOTHING = { stop: { keeps: [], notes: [], savesNothing: true } };

const running = (change: Partial<Vm> = {}) => makeVm({ id: 'x', status: 'running', ...change });

test.each<[string, Partial<Vm>, Verdict]>([
  ['for longer', { startedAt: iso(24.1) }, 'over'],
  ['for as long', { startedAt: iso(24) }, 'under'],
  ['since an unknown time, however old it is', { createdAt: iso(30), startedAt: null }, 'unknown'],
  ['again since then', { createdAt: iso(90), startedAt: iso(1) }, 'under'],
  ['since an unknown time', { createdAt: null, startedAt: 'soon' }, 'unknown'],
  ['no more', { status: 'stopped', startedAt: iso(90) }, 'under'],
  [
    'and costs the same while it is stopped',
    { effects: SAVES_NOTHING, startedAt: iso(90) },
    'under',
  ],
  ['in an undocumented status', { status: 'hibernating', startedAt: iso(90) }, 'unknown'],
])('running longer than 24 h: a VM that runs %s', (_, change, expected) => {
  expect(verdict(runningLong, stateOf({ vms: [running(change)] }), 24)).toBe(expected);
});

test('a VM without times runs since it was first seen', () => {
  const vms = [running({ createdAt: null, startedAt: null })];
  const at = (hours: number) => ({ ...stateOf({ vms }), firstSeen: { 'a/x': NOW - hours * HOUR } });
  expect(verdict(runningLong, at(25), 24)).toBe('over');
  expect(verdict(runningLong, at(23), 24)).toBe('under');
});

test.each<[string, number | null, number | null, number | null, Verdict]>([
  ['low for an hour', 2, 9, 1, 'over'],
  ['low for less', 2, 9, 0.9, 'between'],
  ['low before a gap in the polls', 2, 9, 101, 'between'],
  ['low since an unknown time', 2, 9, null, 'between'],
  ['with a busy CPU', 10, 9, 5, 'under'],
  ['with busy RAM', 2, 60, 5, 'under'],
  ['with an unknown CPU load', null, 9, 5, 'unknown'],
  ['with an unknown RAM load', 2, null, 5, 'unknown'],
])('idle below 10 % for an hour: a VM %s', (_, cpuPercent, ramPercent, hours, expected) => {
  const lowSince = hours === null ? null : NOW - hours * HOUR;
  const times = { ...NO_ACTIVITY, lowSince };
  const app = stateOf(
    { vms: [running({ cpuPercent, ramPercent })] },
    { vmActivity: { 'a/x': times } },
  );
  const steadySince = hours === 101 ? NOW - 0.5 * HOUR : NOW - 100 * HOUR;
  expect(verdict(idle, app, 1, { steadySince })).toBe(expected);
  const found = find(idle, withPreferences(app, { idlePercent: 99 }), 1)?.[0];
  if (cpuPercent !== null && ramPercent !== null)
    expect(found?.reason).toBe(`CPU ${cpuPercent} %, RAM ${ramPercent} %`);
});

describe('GPU load', () => {
  const ago = (minutes: number | null) => (minutes === null ? null : NOW - minutes * MINUTE);
  const gpu = (load: number | null) => {
    return { index: 0, load, memoryUsed: 40, memoryTotal: 80, temperature: 60, power: 300 };
  };

  interface Given {
    readonly percent?: number | null;
    readonly at?: number;
    readonly low?: number | null;
    readonly worked?: number | null;
    readonly problem?: GpuLoadProblem | null;
  }

  /** A VM with busy CPU and RAM; `given`: its load, with times in minutes ago; null: not read yet. */
  function withLoad(given: Given | null): AppState {
    const vmLogin = { alias: 'x', command: 'x', hasAddress: true };
    const app = stateOf(
      { vms: [running({ cpuPercent: 90, ramPercent: 90 })] },
      { vmSshAccess: { 'a/x': { ...vmLogin, reach: 'ready' } } },
    );
    const accounts = [{ ...account('a'), turnedOn: { gpuLoad: true } }];
    if (given === null) return { ...app, accounts };
    const { percent = 0, at = 0, low = null, worked = null, problem = null } = given;
    const load = {
      ...{ at: NOW - at * MINUTE, gpus: [gpu(percent)], problem, highSince: null },
      ...{ load: percent, memory: 50 },
      ...{ lowSince: ago(low), workedUntil: ago(worked) },
    };
    return { ...app, accounts, vmLoads: { 'a/x': load } };
  }

  test.each<[string, Given | null, Verdict, Verdict]>([
    ['unused for an hour', { low: 60 }, 'over', 'under'],
    ['unused for less', { low: 59 }, 'between', 'under'],
    ['unused for an hour after work', { low: 60, worked: 61 }, 'over', 'over'],
    ['unused for ten minutes after work', { low: 10, worked: 11 }, 'between', 'over'],
    ['unused for nine minutes after work', { low: 9, worked: 11 }, 'between', 'under'],
    ['in use', { percent: 50, worked: 1 }, 'under', 'under'],
    ['of unknown load', { percent: null, worked: 61 }, 'unknown', 'unknown'],
    ['with old figures', { at: 10, low: 70, worked: 80 }, 'unknown', 'unknown'],
    ['not read yet', null, 'unknown', 'unknown'],
    // CPU and RAM decide, and they are busy.
    ['with a problem', { problem: 'denied', low: 70, worked: 80 }, 'under', 'unknown'],
  ])('%s', (_, given, whetherIdle, whetherFinished) => {
    const app = withLoad(given);
    expect([verdict(idle, app, 1), verdict(finished, app, 0)]).toEqual([
      whetherIdle,
      whetherFinished,
    ]);
  });
});

test.each<[string, number[], Partial<VmActivity>, Verdict, Verdict]>([
  ['unused for an hour', [0, 0], { lowSince: NOW - HOUR }, 'over', 'under'],
  [
    'unused for an hour after work',
    [0, 0],
    { lowSince: NOW - HOUR, workedUntil: NOW - HOUR },
    'over',
    'over',
  ],
  ['in use', [0, 50], { workedUntil: NOW }, 'under', 'under'],
  ['that the record leaves out', [], {}, 'unknown', 'unknown'],
])('GPUs of the record %s', (_, gpuPercents, times, whetherIdle, whetherFinished) => {
  const vm = running({ cpuPercent: 90, ramPercent: 90, gpuCount: 2, gpuPercents });
  const none = NO_ACTIVITY;
  const app = stateOf({ vms: [vm] }, { vmActivity: { 'a/x': { ...none, ...times } } });
  expect([verdict(idle, app, 1), verdict(finished, app, 0)]).toEqual([
    whetherIdle,
    whetherFinished,
  ]);
  if (whetherIdle === 'over') expect(find(idle, app, 1)?.[0]?.reason).toBe('GPU 0 %');
});

describe('rules of VMs', () => {
  const old = running({ startedAt: iso(48), label: 'train' });

  test('are one for all VMs, without muted ones', () => {
    const ids = ['u', 'v', 'w', 'x', 'y'];
    const vms = ids.map((id) => ({ ...old, id, label: `vm-${id}` }));
    const rates = { u: 0.5, v: 0.1, w: 2, x: 0.7, y: 0.2 };
    const app = stateOf({ vms, rates });
    expect(find(runningLong, app, 24)).toMatchObject([
      { key: 'a', vmId: null, name: 'vm-w, vm-x, vm-u and 2 more', ratePerHour: 3.5 },
    ]);
    const muted = withPreferences(app, { mutedVms: ids.map((id) => `a/${id}`) });
    expect(verdict(runningLong, muted, 24)).toBe('under');
    const unknown = stateOf({ vms: [{ ...old, status: 'weird', phase: 'unknown' }] });
    const alone = withPreferences(unknown, { mutedVms: [`a/${old.id}`] });
    expect([unknown, alone].map((app) => verdict(runningLong, app, 24))).toEqual([
      'unknown',
      'under',
    ]);
  });

  test('know nothing while the VMs were not received, and nothing of one that is missing', () => {
    expect(find(runningLong, stateOf({ vms: [old], problem: network }), 24)).toBeNull();
    const missing = stateOf({ unconfirmed: [old] });
    expect(find(runningLong, missing, 24)).toMatchObject([{ key: 'a', verdict: 'unknown' }]);
  });

  test('find a VM that two keys of one owner list once', () => {
    const shared = { a: snapshotOf({ vms: [old] }), b: snapshotOf({ vms: [old] }) };
    const both = stateOf({}, { accounts: [account('b'), account('a')], snapshots: shared });
    expect(verdict(runningLong, both, 24)).toBe('under');
    const refused = { kind: 'unauthorized', credential: 'apiKey' } as const;
    const snapshots = { ...shared, b: snapshotOf({ vms: [old], problem: refused }) };
    expect(verdict(runningLong, { ...both, snapshots }, 24)).toBe('over');
    const elsewhere = [account('b', 'https://b.example.com/'), account('a')];
    expect(verdict(runningLong, { ...both, accounts: elsewhere }, 24)).toBe('over');
  });
});

test.each<[string, Partial<Vm>, Record<string, number>, Verdict | null]>([
  ['stopped long ago', { status: 'stopped', stoppedAt: iso(25) }, { x: 0.02 }, 'over'],
  ['interrupted at an unknown time', { status: 'interrupted' }, { x: 0.02 }, 'over'],
  ['stopped today', { status: 'stopped', stoppedAt: iso(23) }, { x: 0.02 }, 'under'],
  ['free', { status: 'stopped', stoppedAt: iso(25) }, { x: 0 }, 'under'],
  ['with an unknown cost', { status: 'stopped', stoppedAt: iso(25) }, {}, 'under'],
  ['running', { status: 'running' }, { x: 2 }, 'under'],
])('stopped but billed: a VM that is %s', (_, change, rates, expected) => {
  const app = stateOf({ vms: [running(change)], rates });
  expect(verdict(stoppedBilled, app, 0)).toBe(expected);
});

test('stopped but billed: a list price is "at least", and its stop is as long ago as we saw it', () => {
  const rates = makeRates({ now: { perHour: 0.0055, isAtLeast: true } });
  const pod = makeVm({ id: 'x', label: 'pod', status: 'stopped', rates });
  const app = stateOf({ vms: [pod], rates: { x: 0.0055 } });
  expect(find(stoppedBilled, app, 0)).toMatchObject([{ ratePerHour: 0.0055, isLowerBound: true }]);
  const seen = (hoursAgo: number): AppState['recentEvents'] => [
    {
      ...{ kind: 'vm', at: NOW - hoursAgo * HOUR, accountId: 'a', vmId: 'x' },
      ...{ name: 'pod', what: 'has stopped', status: null },
    },
  ];
  expect(verdict(stoppedBilled, { ...app, recentEvents: seen(23) }, 0)).toBe('under');
  expect(verdict(stoppedBilled, { ...app, recentEvents: seen(25) }, 0)).toBe('over');
});

test('stopped but billed: is said once a week, and not from old data', () => {
  const stopped = ['x', 'y'].map((id) => makeVm({ id, label: id, status: 'stopped' }));
  const app = stateOf({ vms: stopped, rates: { x: 0.01, y: 0.02 } });
  const monday = Date.UTC(2026, 10, 23);
  const [before] = find(stoppedBilled, app, 0) ?? [];
  expect(before).toMatchObject({ name: 'y, x', ratePerHour: 0.03, snoozedUntil: monday });
  expect(find(stoppedBilled, app, 0, { now: monday - 1 })?.[0]?.key).toBe(before?.key);
  expect(find(stoppedBilled, app, 0, { now: monday })?.[0]?.key).not.toBe(before?.key);
  expect(find(stoppedBilled, app, 0, { steadySince: NOW - 9 * MINUTE })).toBeNull();
  const unknown = stateOf({ vms: stopped, rates: { x: 0.01 }, perHour: null });
  expect(find(stoppedBilled, unknown, 0)).toBeNull();
});

describe('the rate of an account', () => {
  const of = (perHour: number | null, ids = ['a', 'b']) =>
    stateOf({ perHour }, { accounts: ids.map((id) => account(id)) });

  test.each([
    [6, 'over'],
    [5, 'between'],
    [4, 'under'],
    [null, null],
  ] as const)('%s $/h with the limit 5: %s', (perHour, expected) => {
    expect(verdict(accountRate, of(perHour), 5)).toBe(expected);
  });

  test('is no rule of a single account', () => {
    expect(find(accountRate, of(6, ['a']), 5)).toEqual([]);
  });
});

test.each<[string, number | null, number | null, Verdict | null, Verdict | null]>([
  ['ample', 100, 2, 'under', 'under'],
  ['just above both limits', 10.1, 0.42, 'between', 'between'],
  ['low, and of long duration', 9, 0.1, 'over', 'under'],
  ['ample, and of short duration', 100, 5, 'under', 'over'],
  ['ample while nothing is billed', 100, 0, 'under', 'under'],
  ['used up', -3, 1, 'over', 'over'],
  ['used up while nothing is billed', -3, 0, 'over', null],
  ['unknown', null, 1, null, null],
  ['low at an unknown rate', 9, null, 'over', null],
])('a balance below $10 or below 24 h: one that is %s', (_, amount, perHour, low, ends) => {
  const balances: Record<string, number> = amount === null ? {} : { a: amount };
  const app = stateOf({ perHour }, { accounts: [{ ...account('a'), can: ['balance'] }], balances });
  expect([verdict(balanceLow, app, 10), verdict(balanceEnds, app, 24)]).toEqual([low, ends]);
  const without = { ...app, accounts: [account('a')] };
  expect([find(balanceLow, without, 10), find(balanceEnds, without, 24)]).toEqual([[], []]);
});

test('where no VM is left, neither forecast nor balance stays an alarm', () => {
  const month = { known: 10, asOf: NOW, perHour: null };
  const can = ['balance'] as const;
  const app = stateOf(
    { vms: [], perHour: null },
    { accounts: [{ ...account('a'), can }], balances: { a: 500 }, costs: { today: month, month } },
  );
  const none = { ...makeSpend({ perHour: 0, vms: [] }), isAtLeast: true };
  const own = { ...snapshotOf({}), spend: { value: none, problem: null } };
  const empty = { ...app, snapshots: { a: own } };
  expect([verdict(monthForecast, empty, 100), verdict(balanceEnds, empty, 24)]).toEqual([
    'under',
    'under',
  ]);
  expect([verdict(monthForecast, app, 100), verdict(balanceEnds, app, 24)]).toEqual([
    'unknown',
    null,
  ]);
});

describe('costs', () => {
  const grown = (known: number | null, perHour = 1, asOf = NOW - HOUR) => ({
    known,
    asOf,
    perHour,
  });
  const costs = (today: AppState['costs']['today'], month = today, known: Known = {}) =>
    stateOf(known, { costs: { today, month } });

  test.each<[string, AppState, Verdict]>([
    ['above', costs(grown(50)), 'over'],
    ['below', costs(grown(40)), 'under'],
    ['unknown', costs(grown(null)), 'unknown'],
    ['of yesterday', costs(grown(90, 1, NOW - 13 * HOUR)), 'unknown'],
    [
      'grown at a rate that is no longer known',
      costs(grown(50), undefined, { perHour: null }),
      'unknown',
    ],
  ])('of today with the limit 50: %s', (_, app, expected) => {
    expect(verdict(spendToday, app, 50)).toBe(expected);
  });

  test('of another day are another subject', () => {
    const [one, next] = [NOW, NOW + 12 * HOUR].map((now) =>
      find(spendToday, costs(grown(1)), 50, { now }),
    );
    expect([one?.[0]?.key, next?.[0]?.key]).toEqual(['2026-11-22', '2026-11-23']);
  });

  test.each<[number, Verdict]>([
    [1, 'under'],
    [3, 'over'],
  ])('of the month at %d $/h with the limit 900', (perHour, expected) => {
    // 204 hours until December.
    const app = costs(grown(0), { known: 300, asOf: NOW, perHour: null }, { perHour });
    expect(verdict(monthForecast, app, 900)).toBe(expected);
    expect(find(monthForecast, app, 900)?.[0]?.value).toBe(300 + 204 * perHour);
  });
});

test.each([spendToday, monthForecast])('$kind does not end before each first report', (rule) => {
  const cost = { known: 1, asOf: NOW, perHour: 0 };
  const app = stateOf({}, { costs: { today: cost, month: cost } });
  expect(verdict(rule, app, 5_000)).toBe('under');
  expect(verdict(rule, { ...app, vmCosts: {} }, 5_000)).toBe('unknown');
});

test.each([spendToday, monthForecast])(
  '$kind is at least the sum that is known in part',
  (rule) => {
    const found = [false, true].map((isAtLeast) => {
      const cost = { known: 60, asOf: NOW, perHour: 1, isAtLeast };
      return find(rule, { ...stateOf({}), costs: { today: cost, month: cost } }, 50)?.[0];
    });
    expect(found).toMatchObject([
      { verdict: 'over', isLowerBound: false },
      { verdict: 'over', isLowerBound: true },
    ]);
  },
);

test.each<[string, Problem | null, number, Verdict | null]>([
  ['is up to date', null, 0, 'under'],
  ['misses data for a while', network, 9, 'between'],
  ['misses data for long', network, 11, 'over'],
])('no data: an account that %s', (_, problem, minutes, expected) => {
  const missedMs = minutes * MINUTE;
  expect(verdict(noData, stateOf({ problem }), 10, { missedMs })).toBe(expected);
});

test.each<Problem>([
  { kind: 'unauthorized', credential: 'session' },
  { kind: 'keychainLocked' },
  { kind: 'keychainUnavailable', detail: '' },
])('no data: an account that is not polled again alerts at once: $kind', (problem) => {
  const found = find(noData, stateOf({ problem }), 10);
  expect(found).toMatchObject([{ verdict: 'over', isCertain: true }]);
});

test('no data: being offline never alerts', () => {
  const offline = {
    ...stateOf({ problem: network }),
    environment: { ...environment, isOnline: false },
  };
  expect(find(noData, offline, 10, { missedMs: 90 * MINUTE })).toBeNull();
});
