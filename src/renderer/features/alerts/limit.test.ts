import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, typedAmount } from '../../../shared/format/index.ts';
import { preferencesChange } from '../../../shared/settings/preferences.ts';
import { isExceeded, suggestThreshold, thresholdText } from './limit.ts';

test.each(['', 'three', '-1', '1,250', '2000000'])('main rejects %j', (text) => {
  const hourlyRate = { isOn: true, limit: typedAmount(text) ?? Number.NaN };
  expect(preferencesChange.safeParse({ hourlyRate }).error?.issues[0]?.message).toBe(
    'Enter an amount such as 3.00, at most 1,000,000.',
  );
});

test('reads what thresholdText writes', () => {
  const limits = fc.oneof(fc.constant(0), fc.double({ min: 0.000_001, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(limits, (limit) => {
      expect(formatAmount(typedAmount(thresholdText(limit)))).toBe(formatAmount(limit));
    }),
  );
});

test.each([
  [9.37, '3', true],
  [9.37, '0', true],
  [3, '3', false],
  [null, '3', false],
  [9.37, '3,', false],
])('a rate of %s exceeds %j: %s', (rate, typed, is) => {
  expect(isExceeded(rate, typed)).toBe(is);
});

test.each([
  [3.44, 6],
  [1.99, 3],
  [0.02, 0.03],
  [41, 70],
  [0, 1],
  [Number.NaN, 1],
])('for $%s/h suggests $%s/h', (rate, limit) => {
  expect(suggestThreshold(rate)).toBe(limit);
});
