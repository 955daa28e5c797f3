import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateText, figuresWidth, moneyText, narrowMoneyText } from './money-text.ts';

test.each([
  [1.1, '$1.10'],
  [0.00042, '$0.00042'],
  [0.000_004_2, '$0.0000042'],
  [1e-320, '< $0.000001'],
  [-1e-9, '< $0.000001'],
  [0, '$0.00'],
  [-5, '−$5.00'],
  [99_999.99, '$99,999.99'],
  [123_456_789.12, '$123.5M'],
  [1e21, '$1E21'],
  [null, '—'],
  [Number.NaN, '—'],
  [Number.POSITIVE_INFINITY, '—'],
])('%s is %s', (amount, text) => {
  expect(moneyText(amount)).toBe(text);
});

test.each([
  [9_999.99, '$9,999.99'],
  [10_000, '$10K'],
  [99_999.99, '$100K'],
  [12_345.67, '$12.3K'],
  [0.000_012, '< $0.001'],
  [0.005_479, '$0.0055'],
  [0.009_9, '$0.0099'],
  [0, '$0.00'],
  [null, '—'],
])('%s in a row is %s', (amount, text) => {
  expect(narrowMoneyText(amount)).toBe(text);
});

test('narrowMoneyText takes at most 10 characters', () => {
  fc.assert(
    fc.property(fc.double(), (amount) => {
      expect(narrowMoneyText(amount).length).toBeLessThanOrEqual(10);
    }),
  );
});

test.each([
  [[], false, 0],
  [[null], false, 1],
  [[1.1, 9.99, null], false, 4.5],
  [[1.1, 10], false, 5.5],
  [[1.1], true, 4],
])('a column of %j (hidden: %j) is %d digits wide', (rates, isHidden, width) => {
  expect(figuresWidth(rates, isHidden)).toBe(width);
});

test('moneyText takes at most 16 characters', () => {
  fc.assert(
    fc.property(fc.double(), (amount) => {
      expect(moneyText(amount).length).toBeLessThanOrEqual(16);
    }),
  );
});

test.each([
  [1_932.6, '≈ $1,933'],
  [12.345, '≈ $12.35'],
  [-250.4, '≈ −$250'],
  [5e9, '≈ $5B'],
  [null, '—'],
])('an estimate of %s is %s', (amount, text) => {
  expect(estimateText(amount)).toBe(text);
});
