import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exactMoney,
  formatAmount,
  formatLimit,
  formatMoney,
  formatNumber,
  formatRate,
  hiding,
  typedAmount,
  UNKNOWN_AMOUNT,
} from './money.ts';

test.each([
  [0, '0.00'],
  [-0, '0.00'],
  [0.005, '0.005'],
  [0.004, '0.004'],
  [0.0049, '0.0049'],
  [0.00449, '0.0045'],
  [0.000_001_2, '0.0000012'],
  [0.000_001, '0.000001'],
  [0.000_000_999, '< 0.000001'],
  [1e-320, '< 0.000001'],
  [-1e-9, '< 0.000001'],
  [0.0099, '0.0099'],
  [0.01, '0.01'],
  [0.1, '0.10'],
  [0.345, '0.35'],
  [1, '1.00'],
  [1.999, '2.00'],
  [999.99, '999.99'],
  [1_000, '1,000.00'],
  [1e6, '1,000,000.00'],
  [999_999_999.994, '999,999,999.99'],
  [9.995, '10.00'],
  [123_456_789_012.345, '123,456,789,012.35'],
  [-1_234.5, '−1,234.50'],
  [-0.004, '−0.004'],
  [-5, '−5.00'],
])('formats %d as %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});

test.each([0, 2])('rounds to %d decimals like Intl', (digits) => {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  const format = new Intl.NumberFormat('en-US', { ...options, signDisplay: 'negative' });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        // Amounts in tenths of a cent, of which many are halfway between two cents.
        fc.integer({ min: -1e9, max: 1e9 }).map((tenths) => tenths / 1_000),
      ),
      (amount) => {
        expect(formatNumber(amount, digits)).toBe(format.format(amount));
      },
    ),
  );
});

describe('an unknown amount', () => {
  test.each([null, Number.NaN, Number.POSITIVE_INFINITY, 1e12])('%s is never zero', (amount) => {
    expect(formatAmount(amount)).toBe(UNKNOWN_AMOUNT);
    expect(formatMoney(amount)).toBe(UNKNOWN_AMOUNT);
    expect(formatMoney(amount, true)).toBe(UNKNOWN_AMOUNT);
    expect(formatRate(amount)).toBe(UNKNOWN_AMOUNT);
  });
});

test.each([
  [1.1, '$1.10', '≥ $1.10'],
  [0, '$0.00', '≥ $0.00'],
  [0.000_42, '$0.00042', '≥ $0.00042'],
  [1e-320, '< $0.000001', '≥ < $0.000001'],
  [-1e-9, '< $0.000001', '≥ < $0.000001'],
  [4.416, '$4.42', '≥ $4.41'],
  [-5, '−$5.00', '≥ −$5.00'],
  [99.994, '$99.99', '≥ $99.99'],
  [99.996, '$100', '≥ $99.99'],
  [100, '$100', '≥ $100'],
  [17_243.6, '$17,244', '≥ $17,243'],
  [999_999.4, '$999,999', '≥ $999,999'],
  [1_280_000, '$1.3M', '≥ $1.2M'],
])('%d is %s, and as a minimum %s', (amount, text, minimum) => {
  expect(formatMoney(amount)).toBe(text);
  expect(formatMoney(amount, true)).toBe(minimum);
  expect(formatRate(amount)).toBe(`${text}/h`);
  expect(formatRate(amount, true)).toBe(`${minimum}/h`);
});

test('an amount takes at most 11 characters', () => {
  fc.assert(
    fc.property(fc.double(), (amount) => {
      expect(formatMoney(amount).length).toBeLessThanOrEqual(11);
    }),
  );
});

test('exact amounts have their cents, and typed limits those that were typed', () => {
  expect([1234.5, 0.004, -5, null].map(exactMoney)).toEqual(['$1,234.50', '$0.004', '−$5.00', '—']);
  expect([20, 2.5, 1250, 0.005].map(formatLimit)).toEqual(['$20', '$2.50', '$1,250', '$0.005']);
});

test.each([
  ['3', 3],
  [' 3.50 ', 3.5],
  ['3,5', 3.5],
  ['0.0042', 0.0042],
  ['1234,56', 1234.56],
  ['', null],
  ['-1', null],
  ['1e9', null],
  ['3.', null],
  [',50', null],
  ['1,250', null],
  ['1.000,50', null],
])('reads %j as %s', (text, amount) => {
  expect(typedAmount(text)).toBe(amount);
});

test('no digit of an amount is left in a text where amounts are hidden', () => {
  const amounts = fc.double({ min: -999_000_000_000, max: 999_000_000_000, noNaN: true });
  fc.assert(
    fc.property(amounts, fc.boolean(), (amount, isAtLeast) => {
      const texts = [formatRate(amount, isAtLeast), exactMoney(amount), formatLimit(amount)];
      expect(hiding({ hideAmounts: true })(texts.join(' of '))).not.toMatch(/\d/);
    }),
  );
});
