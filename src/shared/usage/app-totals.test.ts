import { expect, test } from 'vitest';
import { costThisMonth, costToday, shownCost } from './app-totals.ts';
import { monthForecast } from './outlook.ts';

const LAST = Date.UTC(2026, 10, 30, 23, 59);
const MIDNIGHT = Date.UTC(2026, 11, 1);
const cost = { known: 10, asOf: LAST, perHour: 60 };

test('costs grow until the end of their day and month, and are null after it', () => {
  expect(costToday(cost, MIDNIGHT - 1)).toBeCloseTo(11, 2);
  expect(costThisMonth(cost, MIDNIGHT - 1)).toBeCloseTo(11, 2);
  expect(costToday(cost, MIDNIGHT)).toBeNull();
  expect(costThisMonth(cost, MIDNIGHT)).toBeNull();
});

test("on a new day the month's cost remains while today's is null", () => {
  const now = Date.UTC(2026, 10, 30, 0, 30);
  const previous = { ...cost, asOf: Date.UTC(2026, 10, 29, 23, 30) };
  expect(costToday(previous, now)).toBeNull();
  expect(costThisMonth(previous, now)).toBe(70);
});

test('while the rate is unknown, costs are as last reported and nothing is forecast', () => {
  const reported = { ...cost, perHour: null };
  expect([costToday, costThisMonth].map((of) => of(reported, MIDNIGHT - 1))).toEqual([10, 10]);
  expect([costToday, costThisMonth].map((of) => of(reported, MIDNIGHT))).toEqual([null, null]);
  expect(monthForecast(reported, null, LAST)).toBeNull();
});

test('the cost of today that is shown grows in steps of five minutes', () => {
  const start = Date.UTC(2026, 10, 30, 12);
  const today = { known: 10, asOf: start, perHour: 60 };
  const costs = { today, month: cost };
  const shown = (ms: number) => shownCost({ costs }, 'today', start + ms).amount;
  expect([shown(0), shown(299_999), shown(300_000)]).toEqual([10, 10, 15]);
});
