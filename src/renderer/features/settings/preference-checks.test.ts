import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../../shared/format/index.ts';
import { preferenceSchemas } from '../../../shared/ipc/contract.ts';
import {
  checkCurrency,
  checkThreshold,
  parseThreshold,
  thresholdText,
} from './preference-checks.ts';

const typed = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));

describe('what the panel lets through, main takes', () => {
  test('thresholds', () => {
    fc.assert(
      fc.property(typed, (text) => {
        if (checkThreshold(text) !== null) return;
        expect(preferenceSchemas.rateThreshold.parse(parseThreshold(text))).toBeTypeOf('number');
      }),
    );
  });

  test('currencies, and the other way round', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(checkCurrency(text) === null).toBe(
          preferenceSchemas.currency.safeParse(text).success,
        );
      }),
    );
  });
});

describe('an amount', () => {
  test.each([
    ['3', 3],
    [' 3.50 ', 3.5],
    ['3,50', 3.5],
    ['0', 0],
    ['3,5', 3.5],
    ['0,125', 0.125],
    ['0.0042', 0.0042],
    ['1234.56', 1234.56],
    ['1234,56', 1234.56],
    ['1,000', 1_000],
    ['12,345.50', 12_345.5],
    ['999,999', 999_999],
    ['1,000,000.00', 1_000_000],
  ])('%j is %s', (text, limit) => {
    expect(checkThreshold(text)).toBeNull();
    expect(parseThreshold(text)).toBe(limit);
  });

  test.each(['', 'three', '-1', '1e9', '3.', '∞', '2000000', '2,000,000'])('%j is none', (text) => {
    expect(checkThreshold(text)).toEqual(expect.any(String));
  });

  test.each([
    '1.000,50',
    '1,00,000',
    '1234,567',
    '01,000',
    '1,0000',
    '1,000,5',
    ',50',
    '1.000.000',
  ])('%j may be several, which is said', (text) => {
    expect(parseThreshold(text)).toBeNull();
    expect(checkThreshold(text)).toBe(
      'Write it as 3.50, or with commas between thousands as 1,250.00.',
    );
  });

  const limits = fc.double({ min: 0, max: 1e6, noNaN: true });

  test('is read as it is written anywhere in the panel', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        const written = formatAmount(limit);
        const read = parseThreshold(written);
        expect(read).toBe(Number(written.replaceAll(',', '')));
        expect(formatAmount(read)).toBe(written);
      }),
    );
  });

  test('is read as it stands in its field', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        expect(formatAmount(parseThreshold(thresholdText(limit)))).toBe(formatAmount(limit));
      }),
    );
  });
});
