import { expect, test } from 'vitest';
import { HOUR_MS } from '../../shared/format/index.ts';
import { unknownCosts } from '../../shared/usage/index.ts';
import { NOW, spend, view } from '../testing/fakes.ts';
import { shownCosts, toldRate } from './costs.ts';

const told = { accountId: 'a', at: NOW, today: 1, month: 10, vms: {}, problem: null };
const silent = { ...told, accountId: 'b', today: null, month: null, isSilent: true };
const BILLED = [told, silent];

test('the forecast has the rate of all accounts, the costs grow by those that tell them', () => {
  const views = ['a', 'b'].map((id, index) =>
    view({ spend: spend({ perHour: 1 + index }) }, { id, baseUrl: `https://${id}.example` }),
  );
  const { lack } = shownCosts(unknownCosts(NOW), [silent], views, NOW);
  const noTotal = shownCosts(unknownCosts(NOW), [{ ...told, today: null }], views, NOW);
  expect([lack, noTotal.lack]).toEqual(['noUsage', 'noTotal']);
  const perHour = toldRate(BILLED, views);
  expect(perHour).toBe(1);
  const cost = { known: 10, asOf: NOW - HOUR_MS, perHour };
  const { today, forecast, areAtLeast } = shownCosts(
    { today: cost, month: cost },
    BILLED,
    views,
    NOW,
  );
  expect([today, areAtLeast]).toEqual([11, true]);
  // 29 days and 13 hours, of January.
  expect(forecast).toBe(10 + 3 * (29 * 24 + 13));
});
