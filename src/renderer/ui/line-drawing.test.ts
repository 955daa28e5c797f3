import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePath } from './line-drawing.tsx';

test('extends each rate to the next sample and the last one until now', () => {
  const rates = [1, 2, 0].map((rate, index) => ({ at: index * 40, rate }));
  expect(linePath(rates, 2, 200)).toBe('M0 10H40L40 0H80L80 20H200');
});

test('leaves a gap where the rate is unknown', () => {
  const rates = [2, null, 2, 1, null].map((rate, index) => ({ at: index * 40, rate }));
  expect(linePath(rates, 2, 200)).toBe('M0 0H40M80 0H120L120 10H160');
});

test('is empty with fewer than three known rates', () => {
  const rates = [1, null, 1].map((rate, index) => ({ at: index * 40, rate }));
  expect(linePath(rates, 1, 200)).toBe('');
  expect(linePath([], 1, 200)).toBe('');
});

test('stays inside its drawing for every rate', () => {
  const sample = fc.record({
    at: fc.integer({ min: 0, max: 300 }),
    rate: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(sample), (samples) => {
      const ordered = samples.toSorted((a, b) => a.at - b.at);
      const highest = Math.max(...samples.map(({ rate }) => rate ?? 0));
      const line = linePath(ordered, highest, 301);
      for (const [, x, y] of line.matchAll(/[ML](\S+) ([^HML]+)/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x)).toBeLessThanOrEqual(200);
        expect(Number(y)).toBeGreaterThanOrEqual(0);
        expect(Number(y)).toBeLessThanOrEqual(20);
      }
      expect(line).not.toMatch(/NaN|Infinity/);
    }),
  );
});
