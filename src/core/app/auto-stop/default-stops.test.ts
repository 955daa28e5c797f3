import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VmList } from '../../../shared/domain/account-state.ts';
import { inStatus, makeVm, makeVmList } from '../../../shared/domain/testing/records.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { DEFAULT_SETTINGS, type Settings, withAutoStop } from '../../settings/index.ts';
import { EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import { withDefaultStops } from './default-stops.ts';

const HOUR = 3_600_000;
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const ACCOUNT = {
  id: 'a',
  label: 'a',
  baseUrl: 'https://x/',
  credential: 'apiKey',
  email: null,
  hasCredential: true,
} as const;

const stateOf = (value: VmList) => ({
  accounts: [makeAccount({ id: 'a', baseUrl: 'https://x/' })],
  snapshots: { a: { ...EMPTY_SNAPSHOT, vms: { value, problem: null } } },
});

/** A poll of an account: the status and the start of its one VM; null: the list lacks it. */
type Listed = readonly [status: string, startedAt: string | null] | null;

function settingsWith(idleStopMs?: number): Settings {
  const account = idleStopMs === undefined ? ACCOUNT : { ...ACCOUNT, idleStopMs };
  return { ...DEFAULT_SETTINGS, accounts: [account] };
}

function polled(settings: Settings, listed: Listed, idleStopMs?: number, now = 0): Settings {
  const vms =
    listed === null
      ? []
      : [makeVm({ id: 'v', label: 'train', startedAt: listed[1], ...inStatus(listed[0]) })];
  const value = makeVmList(vms);
  return withDefaultStops(settings, { state: stateOf(value), idleStopMs, now });
}

const limits = ({ autoStops = [] }: Settings) => autoStops.map(({ limit }) => limit);
const IDLE = { kind: 'idle', ms: HOUR, since: 0 };

test.each<[string, Settings, Listed, number | undefined, readonly unknown[]]>([
  ['nothing where it is off', settingsWith(), ['running', 'r1'], undefined, []],
  ['an auto-stop', settingsWith(HOUR), ['running', 'r1'], undefined, [IDLE]],
  ['that of the server', settingsWith(), ['running', 'r1'], HOUR, [IDLE]],
  ['its own before that of the server', settingsWith(HOUR), ['running', 'r1'], 2 * HOUR, [IDLE]],
  ['nothing while it does not run', settingsWith(HOUR), ['stopped', 'r1'], undefined, []],
  [
    'nothing beside its own auto-stop',
    withAutoStop(settingsWith(HOUR), VM, { kind: 'time', at: 7 }),
    ['running', 'r1'],
    undefined,
    [{ kind: 'time', at: 7 }],
  ],
])('a VM that is seen first gets %s', (_, settings, listed, idleStopMs, expected) => {
  expect(limits(polled(settings, listed, idleStopMs))).toEqual(expected);
});

test('one that comes from the default says so, follows its duration, and goes with it', () => {
  const first = polled(settingsWith(HOUR), ['running', 'r1']);
  expect(first.autoStops).toMatchObject([{ ...VM, from: 'default' }]);
  expect(polled(first, ['running', 'r1'])).toBe(first);
  const longer = polled(
    { ...first, accounts: settingsWith(2 * HOUR).accounts },
    null,
    undefined,
    5,
  );
  expect(limits(longer)).toEqual([{ kind: 'idle', ms: 2 * HOUR, since: 0 }]);
  const off = polled({ ...longer, accounts: settingsWith().accounts }, ['running', 'r1']);
  expect([limits(off), off.defaultedRuns]).toEqual([[], []]);
});

test.each<[string, readonly Listed[], number]>([
  ['in the same run', [['running', 'r1']], 0],
  ['after a list without it', [null, ['running', 'r1']], 0],
  [
    'after a list that calls it stopped',
    [
      ['stopped', 'r1'],
      ['running', 'r1'],
    ],
    0,
  ],
  ['without its time of start', [['running', null]], 0],
  [
    'in its next run',
    [
      ['stopped', 'r1'],
      ['running', 'r2'],
    ],
    1,
  ],
])('one that was removed %s comes back %#', (_, lists, count) => {
  const first = polled(settingsWith(HOUR), ['running', 'r1']);
  const removed = withAutoStop(first, VM, null);
  expect(lists.reduce((settings, list) => polled(settings, list), removed).autoStops).toHaveLength(
    count,
  );
});

test('without times of start a run ends where the VM is listed as stopped', () => {
  const first = withAutoStop(polled(settingsWith(HOUR), ['running', null]), VM, null);
  const late = polled(first, ['running', 'r1']);
  expect(late.autoStops).toEqual([]);
  expect(polled(polled(late, null), ['running', null]).autoStops).toEqual([]);
  const next = polled(polled(first, ['stopped', null]), ['running', null]);
  expect(next.autoStops).toHaveLength(1);
});

test('however VMs appear and vanish, a run gets at most one, also over restarts', () => {
  const step = fc.record({
    vm: fc.constantFrom('v', 'w', 'x'),
    status: fc.constantFrom('running', 'running', 'stopped', 'interrupted', 'failed'),
    isListed: fc.boolean(),
    isRemoved: fc.boolean(),
    starts: fc.boolean(),
  });
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    let settings = settingsWith(HOUR);
    const runs = new Map<string, number>();
    const given = new Map<string, number>();
    for (const { vm: id, status, isListed, isRemoved, starts } of steps) {
      runs.set(id, (runs.get(id) ?? 0) + (starts ? 1 : 0));
      const startedAt = `run ${runs.get(id)}`;
      const value = makeVmList(isListed ? [makeVm({ id, startedAt, ...inStatus(status) })] : []);
      const before = settings.autoStops ?? [];
      settings = withDefaultStops(settings, {
        state: stateOf(value),
        idleStopMs: undefined,
        now: 0,
      });
      const added = (settings.autoStops ?? []).filter((one) => !before.includes(one));
      for (const { vmId } of added) {
        const run = `${vmId} ${startedAt}`;
        given.set(run, (given.get(run) ?? 0) + 1);
      }
      if (isRemoved) settings = withAutoStop(settings, { ...VM, vmId: id }, null);
      // A restart reads them from the file.
      settings = JSON.parse(JSON.stringify(settings));
    }
    expect([...given.values()].every((count) => count === 1)).toBe(true);
  });
  fc.assert(property, { numRuns: 300 });
});

const START = '2026-11-20T09:00:00.000Z';
const CREATED = '2026-11-01T00:00:00.000Z';

/** A poll of a VM whose starts are rounded. */
function rounded(settings: Settings, status: string, startedAt: string | null): Settings {
  const times = { createdAt: CREATED, startedAt, isStartRounded: true };
  const value = makeVmList([makeVm({ id: 'v', label: 'train', ...times, ...inStatus(status) })]);
  // As after a restart, which reads them from the file.
  const next = withDefaultStops(settings, { state: stateOf(value), idleStopMs: undefined, now: 0 });
  return JSON.parse(JSON.stringify(next));
}

test.each<[string, string, readonly NonNullable<Listed>[], number]>([
  ['moves by less than two minutes', START, [['running', '2026-11-20T09:01:59.000Z']], 0],
  ['moves by two minutes', START, [['running', '2026-11-20T09:02:00.000Z']], 1],
  ['is earlier than it seemed', START, [['running', '2026-11-20T08:00:00.000Z']], 0],
  ['is unknown', START, [['running', null]], 0],
  [
    'is unknown after a stop',
    START,
    [
      ['stopped', null],
      ['running', null],
    ],
    1,
  ],
  [
    'is that of before, after a list that calls it stopped',
    START,
    [
      ['stopped', null],
      ['running', START],
    ],
    0,
  ],
])('a default that had its turn in a run whose start %s', (_, startedAt, lists, count) => {
  const first = withAutoStop(rounded(settingsWith(HOUR), 'running', startedAt), VM, null);
  const last = lists.reduce((settings, list) => rounded(settings, ...list), first);
  expect(last.autoStops).toHaveLength(count);
});

test.each([START, null])(
  'a turn that an earlier version stored by the creation counts, with the start %s',
  (startedAt) => {
    const run = { accountId: 'a', vmId: 'v', startedAt: CREATED };
    const first = rounded({ ...settingsWith(HOUR), defaultedRuns: [run] }, 'running', startedAt);
    expect([first.autoStops, first.defaultedRuns]).toEqual([
      [],
      [{ ...run, startedAt, isOver: false }],
    ]);
    const stopped = rounded(first, 'stopped', null);
    expect(rounded(stopped, 'running', '2026-11-22T09:00:00.000Z').autoStops).toHaveLength(1);
  },
);

test('a default that is switched off clears the timer that its auto-stop had on the VM', () => {
  const vm = { accountId: 'a', vmId: 'v', name: 'train' };
  const limit = { kind: 'idle', ms: HOUR, since: 0 } as const;
  const timer = { ...vm, number: 1, held: limit, run: 'r1' };
  const next = polled(
    {
      ...settingsWith(),
      autoStops: [{ ...vm, limit, from: 'default', onVm: true }],
      armed: [timer],
    },
    ['running', 'r1'],
    undefined,
    // It worked for longer than its limit.
    3 * HOUR,
  );
  expect([next.autoStops, next.armed]).toEqual([[], [{ ...timer, sent: null }]]);
});
