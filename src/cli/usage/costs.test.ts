import { expect, test } from 'vitest';
import { type BilledCosts, withReports } from '../../core/costs/index.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import { unknownCosts } from '../../shared/usage/index.ts';
import { NOW, spend, view } from '../testing/fakes.ts';
import { costsOfViews, rateIn, shownCosts } from './costs.ts';

const known = { accountId: 'a', at: NOW - HOUR_MS, today: 1, month: 10, vms: {}, problem: null };
const silent = { ...known, accountId: 'b', today: null, month: null, isSilent: true };

const views = ['a', 'b'].map((id, index) =>
  view({ spend: spend({ perHour: 1 + index }) }, { id, baseUrl: `https://${id}.example` }),
);

function shown(...reports: readonly BilledCosts[]) {
  const bills = withReports({}, reports, rateIn(views));
  const costs = costsOfViews(bills, views, unknownCosts(NOW), NOW);
  return shownCosts(costs, bills, views, NOW);
}

test('the forecast has the rate of all accounts, the costs grow by those that report them', () => {
  const { today, month, forecast, isAtLeast } = shown(known, silent);
  expect([today, month]).toEqual([2, 11]);
  expect(isAtLeast).toEqual({ today: true, month: true });
  // 29 days and 12 hours, of January.
  expect(forecast).toBe(11 + 3 * (29 * 24 + 12));
});

test('says why costs are unknown although nothing failed', () => {
  expect(shown(silent).lack).toBe('noUsage');
  expect(shown({ ...known, today: null }).lack).toBe('noTotal');
  expect(shown(known).lack).toBeNull();
});
