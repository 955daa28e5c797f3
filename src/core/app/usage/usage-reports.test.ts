import { expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { Usage } from '../../../shared/domain/billing.ts';
import { type AppState, initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import type { MeasureCosts } from '../../costs/index.ts';
import { ServiceError } from '../../providers/index.ts';
import { createRecordingLog } from '../../testing/recording-log.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startUsageReports } from './usage-reports.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const BREAKDOWN: readonly [string, number | null][] = [
  ['vm-1', 20],
  ['vm-1', 4.5],
  ['vm-2', null],
];

function usage(totalCost: number | null, vms: readonly [string, number | null][] = []): Usage {
  return {
    totalCost,
    totalHours: null,
    periodStart: null,
    periodEnd: null,
    vms: vms.map(([vmId, cost]) => ({
      vmId,
      defaultName: null,
      gpuModel: null,
      hours: null,
      cost,
    })),
    logs: [],
    skipped: 0,
  };
}

const POLL = {
  ...{ accountId: 'one', before: UNKNOWN_STATE, after: UNKNOWN_STATE, events: [] },
  ...{ hasFailed: false, asOf: NOON, isAfterWake: false },
};

function setup(answer: (range: DayRange) => Promise<Usage>, measure?: MeasureCosts) {
  const clock = createVirtualClock(NOON);
  const asked: DayRange[] = [];
  const accounts = ['one', 'two', 'three'].map((id): AppAccount => makeAccount({ id }));
  const store = createStateStore({ ...initialState(environment, NOON), accounts });
  const client = {
    usage(range: DayRange) {
      asked.push(range);
      return answer(range);
    },
  };
  const clients = new Map<string, { usage?: typeof client.usage }>([['one', client]]);
  const log = createRecordingLog();
  const ports = { store, clients, clock, log };
  const reports = startUsageReports({ ...ports, ...(measure && { measure }) });
  /** Polls each account, and then after each half minute. */
  async function poll(ms = 0): Promise<void> {
    const end = clock.now() + ms;
    for (;;) {
      for (const accountId of clients.keys()) reports.polled({ ...POLL, accountId });
      await clock.advance(0);
      if (clock.now() >= end) return;
      await clock.advance(Math.min(30 * SECOND, end - clock.now()));
    }
  }
  const billed = () => Object.values(store.core().memory.bills).map(({ report }) => report);
  const costs = (): AppState['costs'] => store.get().costs;
  const vmCosts = () => store.get().vmCosts;
  const missing = () => store.get().missingCosts;
  return {
    ...{ clock, log, asked, clients, client, poll },
    reports,
    billed,
    costs,
    vmCosts,
    missing,
  };
}

test('requests today and the month after the first poll, and again every hour', async () => {
  const { asked, billed, costs, vmCosts, poll } = setup(async ({ from }) =>
    usage(from === '2026-11-01' ? 30 : 3, from === '2026-11-01' ? BREAKDOWN : []),
  );
  await poll();
  expect(asked).toEqual([
    { from: '2026-11-20', to: '2026-11-20' },
    { from: '2026-11-01', to: '2026-11-20' },
  ]);
  const vms = { 'vm-1': 24.5 };
  expect(billed()).toMatchObject([
    { accountId: 'one', at: NOON, today: 3, month: 30, vms, problem: null },
  ]);
  expect(vmCosts()).toEqual({ one: { asOf: NOON, month: vms } });
  expect([costs().today.known, costs().month.known]).toEqual([3, 30]);
  await poll(2 * HOUR);
  expect(asked).toHaveLength(6);
});

test('counts what was measured of an account whose provider tells no past costs', async () => {
  let measured: { today: number | null; month: number | null } = { today: 7, month: 70 };
  let isReadable = true;
  const measure: MeasureCosts = async (_, now) => (isReadable ? { at: now, ...measured } : null);
  const { clients, costs, missing, poll } = setup(async () => usage(3), measure);
  const known = () => [costs().today.known, costs().month.known];
  clients.set('two', {});
  await poll();
  expect([known(), missing()]).toEqual([[10, 73], null]);
  // Before its first reading, the sum of the others stays; it is asked for again soon.
  measured = { today: null, month: null };
  clients.set('three', {});
  await poll();
  expect(known()).toEqual([10, 73]);
  measured = { today: 1, month: 2 };
  await poll(5 * MINUTE);
  expect(known()).toEqual([11, 75]);
  // What was measured before is kept.
  isReadable = false;
  await poll(HOUR);
  expect([known(), missing()]).toEqual([[11, 75], null]);
  expect([costs().today.isAtLeast, costs().month.isAtLeast]).toEqual([true, true]);
});

test('retries a failed report in five minutes, the costs are unknown until then', async () => {
  const problem = { kind: 'forbidden' } as const;
  const { asked, billed, missing, poll } = setup(async () => {
    throw new ServiceError(problem);
  });
  await poll();
  expect(billed()).toMatchObject([
    { accountId: 'one', at: NOON, today: null, month: null, vms: {}, problem },
  ]);
  expect(missing()).toEqual({ problem, retryAt: NOON + 5 * MINUTE });
  await poll(5 * MINUTE - SECOND);
  expect(asked).toHaveLength(2);
  await poll(SECOND);
  expect(asked).toHaveLength(4);
});

test('logs an internal error after a poll, and requests the report again', async () => {
  let isBroken = true;
  const { log, costs, poll } = setup(async () => {
    if (isBroken) throw new RangeError('secret');
    return usage(3);
  });
  await poll(MINUTE);
  expect(log.lines).toEqual([expect.stringMatching(/^usage\.internal_error .*"RangeError"/)]);
  expect(costs().today.known).toBeNull();
  isBroken = false;
  await poll(5 * MINUTE);
  expect(costs().today.known).toBe(3);
});

test('a refresh and a poll that recovered request only costs that are unknown', async () => {
  let isDown = true;
  const { clock, asked, reports, costs, missing } = setup(async () => {
    if (isDown) throw new ServiceError({ kind: 'network' });
    return usage(3);
  });
  const good = UNKNOWN_STATE;
  const bad = { ...good, spend: { value: null, problem: { kind: 'network' } } } as const;
  await reports.refresh();
  expect(asked).toHaveLength(2);
  await clock.advance(SECOND);
  reports.polled({ ...POLL, before: bad, after: bad });
  await clock.advance(SECOND);
  expect(asked).toHaveLength(2);
  reports.polled({ ...POLL, before: bad, after: good });
  await clock.advance(SECOND);
  expect(asked).toHaveLength(4);
  isDown = false;
  reports.polled({ ...POLL, before: bad, after: good });
  const refreshed = reports.refresh();
  await clock.advance(SECOND);
  await refreshed;
  expect([costs().today.known, missing()]).toEqual([3, null]);
  await reports.refresh();
  reports.polled({ ...POLL, before: bad, after: good });
  await clock.advance(SECOND);
  expect(asked).toHaveLength(6);
});

test.each(['refresh', 'online', 'resumed', 'polled'] as const)(
  'asks at most once a second, however often by %s',
  async (cause) => {
    const { clock, asked, reports, clients, client, poll } = setup(async () => usage(null));
    for (let times = 0; times < 50; times += 1) {
      await clock.advance(50);
      clients.set('one', { ...client });
      if (cause === 'online') reports.online(true);
      else if (cause !== 'polled') void reports[cause]();
      await poll();
    }
    // In 2.5 s, two requests each.
    expect(asked.length).toBeLessThanOrEqual(6);
    expect(asked.length).toBeGreaterThan(1);
  },
);

test.each(['online', 'resumed'] as const)('reads all reports again after %s', async (hook) => {
  const { asked, reports, poll } = setup(async () => usage(3));
  await poll(MINUTE);
  expect(asked).toHaveLength(2);
  reports[hook](true);
  await poll();
  expect(asked).toHaveLength(4);
});

test('a sign-in asks only for the reports of its own account', async () => {
  const { asked, clients, client, billed, poll } = setup(async () => usage(3));
  await poll(20 * MINUTE);
  expect(asked).toHaveLength(2);
  const own: DayRange[] = [];
  const second = {
    async usage(range: DayRange) {
      own.push(range);
      return usage(5);
    },
  };
  clients.set('two', second);
  await poll();
  expect([asked.length, own.length]).toEqual([2, 2]);
  expect(billed()).toMatchObject([
    { accountId: 'one', at: NOON, today: 3 },
    { accountId: 'two', at: NOON + 20 * MINUTE, today: 5 },
  ]);
  clients.set('one', { ...client });
  await poll();
  expect([asked.length, own.length]).toEqual([4, 2]);
});

test('waits as long as the service says', async () => {
  let retryAt = NOON + HOUR / 2;
  const { asked, missing, poll } = setup(async () => {
    throw new ServiceError({ kind: 'rateLimited', retryAt });
  });
  await poll();
  expect(missing()?.retryAt).toBe(NOON + HOUR / 2);
  await poll(HOUR / 2 - 1);
  expect(asked).toHaveLength(2);
  retryAt = NOON + HOUR;
  await poll(1);
  expect(asked).toHaveLength(4);
});

test.each(['stop', 'suspended'] as const)('drops a report that arrives after %s', async (hook) => {
  let finish: (value: Usage) => void = () => {};
  const { clock, billed, reports, poll } = setup(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  await poll();
  reports[hook]();
  finish(usage(1));
  await clock.advance(HOUR);
  expect(billed()).toEqual([]);
});
