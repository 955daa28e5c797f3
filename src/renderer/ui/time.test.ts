import { expect, test } from 'vitest';
import { runTime, stopwatch } from './time.ts';

test.each([
  [-5_000, '0:00'],
  [999, '0:00'],
  [42_000, '0:42'],
  [61_500, '1:01'],
  [3_599_999, '59:59'],
  [3_600_000, '1 h'],
  [3 * 86_400_000, '3 d'],
])('stopwatch shows %d ms as %s', (ms, text) => {
  expect(stopwatch(ms)).toBe(text);
});

test.each([
  [0, null, '2 h'],
  [0, 0, '2 h'],
  [null, 0, '≥ 2 h'],
  [null, 7_199_000, null],
  [null, null, null],
])('a run since %s, first seen at %s, is %s', (since, firstSeen, text) => {
  expect(runTime(since, firstSeen, 7_200_000)).toBe(text);
});
