import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestThreshold } from './suggest-threshold.ts';

test.each([
  [3.42, 6],
  [1.99, 3],
  [2, 3],
  [0.02, 0.03],
  [41, 80],
])('for $%s/h suggests $%s/h', (rate, limit) => {
  expect(suggestThreshold(rate)).toBe(limit);
});

test('suggests $1/h when the rate is zero or no amount', () => {
  for (const rate of [0, -3, Number.NaN, Number.POSITIVE_INFINITY])
    expect(suggestThreshold(rate)).toBe(1);
});

test('suggests between 1.4 and 3 times the rate', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 100_000, noNaN: true }), (rate) => {
      expect(suggestThreshold(rate)).toBeGreaterThan(rate * 1.4);
      expect(suggestThreshold(rate)).toBeLessThan(rate * 3.01);
    }),
  );
});
