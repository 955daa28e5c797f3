import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type AccountState, UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeVmList } from '../../../shared/domain/testing/records.ts';
import type { Freshness } from '../../../shared/polling/polling-slice.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { MonitorEvents, PollReport } from '../../monitor/index.ts';
import { spend, vm } from '../../monitor/testing/records.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { startPolling } from '../polling/polling.ts';
import { applyAccounts, EMPTY_SNAPSHOT } from './apply-poll.ts';
import { freshnessOf } from './freshness.ts';
import { createStateStore } from './state-store.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;

function stateWith(problem: Problem | null): AccountState {
  return {
    vms: { value: makeVmList([vm('1')]), problem },
    spend: { value: spend({ perHour: 1 }), problem: null },
  };
}

const network: Problem = { kind: 'network' };
const limited: Problem = { kind: 'rateLimited', retryAt: NOW + 300 * SECOND };

test.each<[string, Problem | null, number, number | null, boolean, Freshness]>([
  ['no problem', null, 0, 600, true, 'live'],
  ['no problem, offline', null, 0, 5, false, 'outOfDate'],
  ['one miss with recent data', network, 1, 30, true, 'retrying'],
  ['one miss with old data, after a long interval', network, 1, 600, true, 'retrying'],
  ['two misses with recent data', network, 2, 59, true, 'retrying'],
  ['two misses with old data', network, 2, 60, true, 'outOfDate'],
  ['one miss without data', network, 1, null, true, 'retrying'],
  ['two misses without data', network, 2, null, true, 'outOfDate'],
  ['a retry time from the service, recent data', limited, 1, 59, true, 'retrying'],
  ['a retry time from the service, old data', limited, 1, 60, true, 'outOfDate'],
  ['a first 401', { kind: 'unauthorized', credential: 'apiKey' }, 1, 5, true, 'retrying'],
  [
    'a first 401 without data',
    { kind: 'unauthorized', credential: 'apiKey' },
    1,
    null,
    true,
    'outOfDate',
  ],
  ['a second 401', { kind: 'unauthorized', credential: 'apiKey' }, 2, 5, true, 'outOfDate'],
  ['a locked keychain', { kind: 'keychainLocked' }, 0, 5, true, 'outOfDate'],
  ['a first 403 of the VMs', { kind: 'forbidden' }, 1, 60, true, 'outOfDate'],
])('%s', (_, problem, misses, age, isOnline, freshness) => {
  const asOf = age === null ? null : NOW - age * SECOND;
  const snapshot = { ...stateWith(problem), asOf, freshness: 'live' } as const;
  expect(freshnessOf(snapshot, { asOf, misses }, isOnline, NOW)).toBe(freshness);
});

test('outdated figures of the service are out of date at once', () => {
  const { vms, spend } = stateWith(null);
  const problem: Problem = { kind: 'oldSpend', at: NOW - 700 * SECOND };
  const state = { vms, spend: { ...spend, problem } };
  expect(freshnessOf(state, { asOf: NOW, misses: 1 }, true, NOW)).toBe('outOfDate');
});

/** One account; the test makes its polls. */
function setup() {
  const clock = createVirtualClock(NOW);
  const store = createStateStore(initialState(environment, NOW));
  store.apply(
    applyAccounts(store.core(), [makeAccount({ id: 'a', baseUrl: 'https://a.example/' })]),
  );
  const monitor = {
    events: new EventEmitter<MonitorEvents>(),
    refresh: async () => null,
    adapt() {},
    suspend() {},
    resume() {},
    stop() {},
  };
  const polling = startPolling({
    store,
    monitor,
    usageReports: { refresh: async () => {} },
    keychain: { recheck() {} },
    deliver: async () => {},
    clock,
  });
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  let before: AccountState = UNKNOWN_STATE;
  let asOf: number | null = null;
  function poll(problem: Problem | null): void {
    const sameProblem = before !== UNKNOWN_STATE && before.vms.problem === problem;
    const after = sameProblem ? before : stateWith(problem);
    if (problem === null) asOf = clock.now();
    const report: PollReport = {
      ...{ accountId: 'a', before, after, events: [], hasFailed: problem !== null },
      ...{ asOf, isAfterWake: false },
    };
    before = after;
    polling.polled?.(report);
  }
  function online(isOnline: boolean): void {
    store.set({ environment: { ...environment, isOnline } });
    polling.online?.(isOnline);
  }
  const shown = () => store.get().snapshots['a'] ?? EMPTY_SNAPSHOT;
  const takeChanges = () => {
    const count = changes;
    changes = 0;
    return count;
  };
  return { clock, polling, poll, online, shown, takeChanges };
}

test('is out of date a minute after the last data once two polls failed, without a third poll', async () => {
  const { clock, polling, poll, shown, takeChanges } = setup();
  poll(null);
  await clock.advance(20 * SECOND);
  poll(network);
  expect(shown()).toMatchObject({ freshness: 'retrying', asOf: NOW });
  await clock.advance(10 * SECOND);
  takeChanges();
  poll(network);
  expect(shown().freshness).toBe('retrying');
  expect(takeChanges()).toBe(0);
  await clock.advance(29 * SECOND);
  expect(shown().freshness).toBe('retrying');
  await clock.advance(SECOND);
  expect(shown()).toMatchObject({ freshness: 'outOfDate', asOf: NOW });
  expect(takeChanges()).toBe(1);
  poll(network);
  expect(takeChanges()).toBe(0);
  poll(null);
  expect(shown()).toMatchObject({ freshness: 'live', asOf: clock.now() });
  await polling.stop?.();
  expect(clock.pending()).toEqual([]);
});

test('offline, shows when the last poll was, not when the data last changed', async () => {
  const { clock, poll, online, shown } = setup();
  poll(null);
  await clock.advance(600 * SECOND);
  poll(null);
  expect(shown().asOf).toBe(NOW);
  online(false);
  expect(shown()).toMatchObject({ freshness: 'outOfDate', asOf: NOW + 600 * SECOND });
  online(true);
  expect(shown().freshness).toBe('live');
});
