import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preferenceSchemas } from '../../../shared/ipc/contract.ts';
import { checkCurrency, checkThreshold, parseThreshold } from './preference-checks.ts';

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
  ])('%j is %s', (text, limit) => {
    expect(checkThreshold(text)).toBeNull();
    expect(parseThreshold(text)).toBe(limit);
  });

  test.each(['', 'three', '-1', '1e9', '3.', '1.000,50', '∞', '2000000'])('%j is none', (text) => {
    expect(checkThreshold(text)).toEqual(expect.any(String));
  });
});
