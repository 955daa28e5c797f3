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
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startUsageReports } from './usage-reports.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
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
    skipped: 0,
  };
}

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
  const ports = { store, clients: () => clients, clock };
  const reports = startUsageReports({ ...ports, ...(measure && { measure }) });
  const billed = () => store.core().memory.reports;
  const costs = (): AppState['costs'] => store.get().costs;
  const vmCosts = () => store.get().vmCosts;
  const missing = () => store.get().missingCosts;
  return { ...{ clock, asked, clients, client }, reports, billed, costs, vmCosts, missing };
}

test('requests today and the month when the accounts changed, and again every hour', async () => {
  const { clock, asked, billed, costs, vmCosts, reports } = setup(async ({ from }) =>
    usage(from === '2026-11-01' ? 30 : 3, from === '2026-11-01' ? BREAKDOWN : []),
  );
  void reports.accountsChanged();
  await clock.advance(0);
  expect(asked).toEqual([
    { from: '2026-11-20', to: '2026-11-20' },
    { from: '2026-11-01', to: '2026-11-20' },
  ]);
  const vms = { 'one/vm-1': 24.5 };
  expect(billed()).toMatchObject([
    { accountId: 'one', at: NOON, today: 3, month: 30, vms, problem: null },
  ]);
  expect(vmCosts()).toEqual({ asOf: NOON, month: vms });
  expect([costs().today.known, costs().month.known]).toEqual([3, 30]);
  await clock.advance(2 * HOUR);
  expect(asked).toHaveLength(6);
  reports.stop();
  expect(clock.pending()).toEqual([]);
});

test('counts what was measured of an account whose provider tells no past costs', async () => {
  let measured: { today: number | null; month: number | null } = { today: 7, month: 70 };
  let isReadable = true;
  const measure: MeasureCosts = async (_, now) => (isReadable ? { at: now, ...measured } : null);
  const { clock, clients, costs, missing, reports } = setup(async () => usage(3), measure);
  const known = () => [costs().today.known, costs().month.known];
  clients.set('two', {});
  void reports.accountsChanged();
  await clock.advance(0);
  expect([known(), missing()]).toEqual([[10, 73], null]);
  // Before its first reading, the sum of the others stays; it is asked for again soon.
  measured = { today: null, month: null };
  clients.set('three', {});
  void reports.accountsChanged();
  await clock.advance(0);
  expect(known()).toEqual([10, 73]);
  measured = { today: 1, month: 2 };
  await clock.advance(5 * 60_000);
  expect(known()).toEqual([11, 75]);
  // What was measured before is kept.
  isReadable = false;
  await clock.advance(HOUR);
  expect([known(), missing()]).toEqual([[11, 75], null]);
  expect([costs().today.isAtLeast, costs().month.isAtLeast]).toEqual([true, true]);
  reports.stop();
});

test('retries a failed report in five minutes, the costs are unknown until then', async () => {
  const problem = { kind: 'forbidden', detail: null } as const;
  const { clock, asked, billed, missing, reports } = setup(async () => {
    throw new ServiceError(problem);
  });
  reports.online(true);
  await clock.advance(0);
  expect(billed()).toMatchObject([
    { accountId: 'one', at: NOON, today: null, month: null, vms: {}, problem },
  ]);
  expect(missing()).toEqual({ problem, retryAt: NOON + 5 * 60_000 });
  await clock.advance(5 * 60_000);
  expect(asked).toHaveLength(4);
  reports.stop();
  expect(clock.pending()).toEqual([]);
});

test('a refresh and a poll that recovered request only costs that are unknown', async () => {
  let isDown = true;
  const { clock, asked, reports, costs, missing } = setup(async () => {
    if (isDown) throw new ServiceError({ kind: 'network' });
    return usage(3);
  });
  const good = UNKNOWN_STATE;
  const bad = { ...good, spend: { value: null, problem: { kind: 'network' } } } as const;
  const report = { accountId: 'one', events: [], hasFailed: false, asOf: NOON, isAfterWake: false };
  await reports.refresh();
  expect(asked).toHaveLength(2);
  reports.polled({ ...report, before: bad, after: bad });
  await clock.advance(SECOND);
  expect(asked).toHaveLength(2);
  reports.polled({ ...report, before: bad, after: good });
  await clock.advance(SECOND);
  expect(asked).toHaveLength(4);
  isDown = false;
  await reports.refresh();
  expect([costs().today.known, missing()]).toEqual([3, null]);
  await reports.refresh();
  reports.polled({ ...report, before: bad, after: good });
  expect(asked).toHaveLength(6);
  reports.stop();
});

test.each(['refresh', 'online', 'resumed', 'accountsChanged'] as const)(
  'asks at most once a second, however often by %s',
  async (cause) => {
    const { clock, asked, reports, clients, client } = setup(async () => usage(null));
    for (let times = 0; times < 50; times += 1) {
      await clock.advance(50);
      clients.set('one', { ...client });
      void reports[cause](true);
    }
    // In 2.5 s, two requests each.
    expect(asked.length).toBeLessThanOrEqual(6);
    await clock.advance(SECOND);
    expect(asked.length).toBeGreaterThan(1);
    reports.stop();
  },
);

test('a sign-in asks only for the reports of its own account', async () => {
  const { clock, asked, reports, clients, client, billed } = setup(async () => usage(3));
  void reports.accountsChanged();
  await clock.advance(20 * 60_000);
  expect(asked).toHaveLength(2);
  const own: DayRange[] = [];
  const second = {
    async usage(range: DayRange) {
      own.push(range);
      return usage(5);
    },
  };
  clients.set('two', second);
  void reports.accountsChanged();
  await clock.advance(0);
  expect([asked.length, own.length]).toEqual([2, 2]);
  expect(billed()).toMatchObject([
    { accountId: 'one', at: NOON, today: 3 },
    { accountId: 'two', at: NOON + 20 * 60_000, today: 5 },
  ]);
  clients.delete('two');
  void reports.accountsChanged();
  await clock.advance(0);
  expect(billed()).toMatchObject([{ accountId: 'one' }]);
  clients.set('one', { ...client });
  void reports.accountsChanged();
  await clock.advance(0);
  expect([asked.length, own.length]).toEqual([4, 2]);
  reports.stop();
});

test('waits as long as the service says', async () => {
  let retryAt = NOON + HOUR / 2;
  const { clock, asked, reports, missing } = setup(async () => {
    throw new ServiceError({ kind: 'rateLimited', retryAt });
  });
  void reports.accountsChanged();
  await clock.advance(0);
  expect(missing()?.retryAt).toBe(NOON + HOUR / 2);
  await clock.advance(HOUR / 2 - 1);
  expect(asked).toHaveLength(2);
  retryAt = NOON + HOUR;
  await clock.advance(1);
  expect(asked).toHaveLength(4);
  reports.stop();
});

test.each(['stop', 'suspended'] as const)('drops a report that arrives after %s', async (hook) => {
  let finish: (value: Usage) => void = () => {};
  const { clock, billed, reports } = setup(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  void reports.resumed();
  await clock.advance(0);
  reports[hook]();
  finish(usage(1));
  await clock.advance(HOUR);
  expect(billed()).toEqual([]);
});
