import { expect, test } from 'vitest';
import { costIn, shownCost } from './app-totals.ts';
import { monthForecast } from './outlook.ts';
import type { RunningCost } from './usage-slice.ts';

const LAST = Date.UTC(2026, 10, 30, 23, 59);
const MIDNIGHT = Date.UTC(2026, 11, 1);
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const cost = { known: 10, asOf: LAST, perHour: 60 };

test.each<[string, RunningCost, number, number | null, number | null]>([
  ['grow until the end of their day and month', cost, MIDNIGHT - MINUTE / 2, 10.5, 10.5],
  ['are null after it', cost, MIDNIGHT, null, null],
  ['of an earlier day have a month', { ...cost, asOf: LAST - DAY }, LAST - DAY / 2, null, 730],
  ['are as last reported without a rate', { ...cost, perHour: null }, MIDNIGHT - 1, 10, 10],
])('costs %s', (_, running, now, today, month) => {
  expect([costIn('today', running, now), costIn('month', running, now)]).toEqual([today, month]);
});

test('the cost of today that is shown grows in steps of five minutes', () => {
  const start = Date.UTC(2026, 10, 30, 12);
  const today = { known: 10, asOf: start, perHour: 60 };
  const costs = { today, month: cost };
  const shown = (ms: number) => shownCost({ costs }, 'today', start + ms).amount;
  expect([shown(0), shown(299_999), shown(300_000)]).toEqual([10, 10, 15]);
});

test('nothing is forecast without a rate', () => {
  const forecast = (perHour: number | null) => {
    const running = { ...cost, perHour };
    const app = { accounts: [], snapshots: {}, costs: { today: running, month: running } };
    return monthForecast(app, LAST);
  };
  expect([forecast(60), forecast(null)]).toEqual([11, null]);
});
