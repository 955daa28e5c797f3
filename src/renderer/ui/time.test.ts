import { expect, test } from 'vitest';
import { stopwatch } from './time.ts';

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
