import { expect, test } from 'vitest';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import type { Verdict } from './evaluate.ts';
import { hourlyRate } from './rates.ts';

/** One account per rate, each at its own service; null: unknown. */
function stateAt(...rates: readonly (number | null)[]): AppState {
  const ids = rates.map((_, index) => `a${index}`);
  const spend = (perHour: number | null) => ({
    ...{ perHour, perDay: null, perMonth: null, runningVms: null },
    ...{ vms: [], skipped: 0, lastUpdated: null, outdatedAt: null },
  });
  return {
    ...initialState(environment, 0),
    accounts: ids.map((id) => makeAccount({ id, baseUrl: `https://${id}.example/` })),
    snapshots: Object.fromEntries(
      rates.map((rate, index) => [
        `a${index}`,
        {
          vms: { value: makeVmList([]), problem: null },
          spend: { value: rate === null ? null : spend(rate), problem: null },
          ...{ asOf: 0, freshness: 'live' },
        },
      ]),
    ),
  };
}

test.each<[readonly (number | null)[], number, Verdict, boolean]>([
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
])('%j $/h with the limit %d is %s', (rates, limit, verdict, isLowerBound) => {
  const observed = { app: stateAt(...rates), accountId: '', missedMs: 0, steadySince: 0, now: 0 };
  expect(hourlyRate.observe(observed, limit)).toMatchObject([{ verdict, isLowerBound }]);
});
