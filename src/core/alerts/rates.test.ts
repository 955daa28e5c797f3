import { expect, test } from 'vitest';
import type { Received } from '../../shared/domain/account-state.ts';
import type { Spend } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeRates, makeVm, makeVmList } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import { accountRate, hourlyRate } from './account-rules.ts';
import type { Verdict } from './evaluate.ts';
import { NO_ACCOUNT_POLLS, withoutOldAmounts } from './polls.ts';

/** `floor`: at least; null: no VM's rate is known. `old`: its last poll failed. */
type Rate = number | null | { readonly floor: number | null; readonly problem: Problem | null };

const old: Problem = { kind: 'network' };

function spendOf(rate: Rate): Received<Spend> {
  const { floor = null, problem = null } = typeof rate === 'object' ? { ...rate } : {};
  const perHour = typeof rate === 'number' ? rate : floor;
  const spend = {
    ...{ perHour, perDay: null, perMonth: null, runningVms: null },
    ...{ vms: [], skipped: 0, lastUpdated: null, outdatedAt: null },
  };
  if (perHour === null && rate === null) return { value: null, problem };
  return { value: typeof rate === 'number' ? spend : { ...spend, isAtLeast: true }, problem };
}

/** One account per rate, each at its own service; null: unknown. */
function stateAt(...rates: readonly Rate[]): AppState {
  const ids = rates.map((_, index) => `a${index}`);
  return {
    ...initialState(environment, 0),
    accounts: ids.map((id) => makeAccount({ id, baseUrl: `https://${id}.example/` })),
    snapshots: Object.fromEntries(
      rates.map((rate, index) => [
        `a${index}`,
        {
          vms: { value: makeVmList([]), problem: null },
          spend: spendOf(rate),
          ...{ asOf: 0, freshness: 'live' },
        },
      ]),
    ),
  };
}

test.each<[readonly Rate[], number, Verdict, boolean]>([
  [[3.42], 3, 'over', false],
  [[2, 2], 3, 'over', false],
  [[3], 3, 'between', false],
  [[2.9], 3, 'between', false],
  [[2.8], 3, 'under', false],
  [[0], 0, 'under', false],
  // A missing rate can only add to the known ones.
  [[4, null], 3, 'over', true],
  [[1, null], 3, 'unknown', true],
  [[null], 3, 'unknown', true],
  [[1, { floor: 1, problem: null }], 3, 'under', true],
  [[4, { floor: 1, problem: old }], 3, 'over', true],
  [[1, { floor: 5, problem: old }], 3, 'unknown', true],
  // Without VMs: what may be billed besides is in no rate.
  [[{ floor: 0, problem: null }], 3, 'under', true],
  [[{ floor: 0, problem: null }, null], 3, 'unknown', true],
  [[{ floor: 0, problem: old }], 3, 'unknown', true],
  [[{ floor: null, problem: null }], 3, 'unknown', true],
])('%j $/h with the limit %d is %s', (rates, limit, verdict, isLowerBound) => {
  const polls = { ...NO_ACCOUNT_POLLS, at: 0, missedMs: 0, vmsAt: 0, steadySince: 0 };
  const watched = Object.fromEntries(rates.map((_, index) => [`a${index}`, polls]));
  const app = withoutOldAmounts(stateAt(...rates), watched, 0);
  const observed = { app, accountId: '', missedMs: 0, steadySince: 0, now: 0 };
  expect(hourlyRate(observed, limit)).toMatchObject([{ verdict, isLowerBound }]);
});

test.each<[string, Partial<Vm>, Verdict]>([
  ['that runs at an unknown rate', {}, 'unknown'],
  ['that has stopped', { phase: 'stopped' }, 'under'],
  [
    'that runs at a known rate',
    { rates: makeRates({ now: { perHour: 1, isAtLeast: true } }) },
    'under',
  ],
])('the rate with a VM %s', (_, fields, verdict) => {
  const app = stateAt(1, { floor: 1, problem: null });
  const unrated = { id: '1', status: 'running', phase: 'running', rates: makeRates({}) } as const;
  const list = makeVmList([makeVm({ ...unrated, ...fields })]);
  const snapshots = Object.fromEntries(
    Object.entries(app.snapshots).map(([id, snapshot]) => [
      id,
      { ...snapshot, vms: { value: list, problem: null } },
    ]),
  );
  const at = { accountId: 'a1', missedMs: 0, steadySince: 0, now: 0 };
  const observed = { app: { ...app, snapshots }, ...at };
  expect(hourlyRate(observed, 3)).toMatchObject([{ verdict }]);
  expect(accountRate(observed, 3)).toMatchObject([{ verdict }]);
});
