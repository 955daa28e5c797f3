import { expect, test } from 'vitest';
import { costThisMonth, costToday } from './cost-periods.ts';

const LAST = Date.UTC(2026, 10, 30, 23, 59);
const MIDNIGHT = Date.UTC(2026, 11, 1);
const cost = { known: 10, asOf: LAST, perHour: 60 };

test('costs grow until their day and month are over, and then are of another', () => {
  expect(costToday(cost, MIDNIGHT - 1)).toBeCloseTo(11, 2);
  expect(costThisMonth(cost, MIDNIGHT - 1)).toBeCloseTo(11, 2);
  expect(costToday(cost, MIDNIGHT)).toBeNull();
  expect(costThisMonth(cost, MIDNIGHT)).toBeNull();
});

test("a month goes on where yesterday's cost does not", () => {
  const now = Date.UTC(2026, 10, 30, 0, 30);
  const asked = { ...cost, asOf: Date.UTC(2026, 10, 29, 23, 30) };
  expect(costToday(asked, now)).toBeNull();
  expect(costThisMonth(asked, now)).toBe(70);
});
