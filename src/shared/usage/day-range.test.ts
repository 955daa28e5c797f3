import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utcDay } from '../format/index.ts';
import {
  type DayRange,
  daysOf,
  isDay,
  MAX_RANGE_DAYS,
  monthStart,
  presetRange,
  RANGE_PRESETS,
  rangeProblem,
} from './day-range.ts';

test.each<[number, ...DayRange[]]>([
  [
    Date.UTC(2026, 10, 12, 23, 59),
    { from: '2026-11-12', to: '2026-11-12' },
    { from: '2026-11-06', to: '2026-11-12' },
    { from: '2026-11-02', to: '2026-11-08' },
    { from: '2026-11-01', to: '2026-11-12' },
    { from: '2026-10-01', to: '2026-10-31' },
    { from: '2025-11-13', to: '2026-11-12' },
  ],
  [
    Date.UTC(2028, 2, 1),
    { from: '2028-03-01', to: '2028-03-01' },
    { from: '2028-02-24', to: '2028-03-01' },
    { from: '2028-02-21', to: '2028-02-27' },
    { from: '2028-03-01', to: '2028-03-01' },
    { from: '2028-02-01', to: '2028-02-29' },
    { from: '2027-03-03', to: '2028-03-01' },
  ],
])('the presets at %d, where weeks begin on Monday', (now, ...ranges) => {
  expect(RANGE_PRESETS.map((preset) => presetRange(preset, now))).toEqual(ranges);
});

test.each<[string, string, ReturnType<typeof rangeProblem>]>([
  ['2026-11-01', '2026-11-01', null],
  ['2028-01-01', '2028-12-31', null],
  ['2027-01-01', '2028-01-01', null],
  ['2028-01-01', '2029-01-01', 'length'],
  ['2026-11-02', '2026-11-01', 'order'],
  ['2026-02-30', '2026-03-02', 'day'],
  ['2026-11-01', '', 'day'],
])('%s to %s: %s', (from, to, problem) => {
  expect(rangeProblem({ from, to })).toBe(problem);
});

test.each([
  ...['2026-13-01', '2026-11-31', '2026-1-1', '20261101', 'today', '1999-12-31'],
  ...['2026-11-01T00:00:00Z', ' 2026-11-01', '2026-11-01\n'],
])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});

describe('the days of a range', () => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => utcDay(date.getTime()));

  test('are in order, each once, from the first to the last', () => {
    fc.assert(
      fc.property(day, fc.nat(MAX_RANGE_DAYS - 1), (from, more) => {
        const to = utcDay(Date.parse(from) + more * 86_400_000);
        const days = daysOf({ from, to });
        expect(days).toHaveLength(more + 1);
        expect([days[0], days.at(-1)]).toEqual([from, to]);
        expect([...new Set(days)].toSorted()).toEqual(days);
        expect(days.every(isDay)).toBe(true);
        expect(isDay(monthStart(from))).toBe(true);
        expect(rangeProblem({ from, to })).toBeNull();
      }),
    );
  });
});
