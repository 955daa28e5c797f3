import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../../shared/format/index.ts';
import { isPreferencesChange } from '../../../shared/settings/preferences.ts';
import {
  checkThreshold,
  immediateNote,
  parseThreshold,
  suggestThreshold,
  thresholdText,
} from './limit.ts';
import { messages } from './messages.ts';

describe('parseThreshold', () => {
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
  ])('reads %j as %s', (text, limit) => {
    expect(checkThreshold(text)).toBeNull();
    expect(parseThreshold(text)).toBe(limit);
  });

  test.each(['', 'three', '-1', '1e9', '3.', '∞', '2000000', '2,000,000'])('rejects %j', (text) => {
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
  ])('rejects the ambiguous %j', (text) => {
    expect(parseThreshold(text)).toBeNull();
    expect(checkThreshold(text)).toBe(messages.ambiguousAmount);
  });

  const limits = fc.oneof(fc.constant(0), fc.double({ min: 0.000_001, max: 1e6, noNaN: true }));

  test('reads what formatAmount writes', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        const written = formatAmount(limit);
        const read = parseThreshold(written);
        expect(read).toBe(Number(written.replaceAll(',', '')));
        expect(formatAmount(read)).toBe(written);
      }),
    );
  });

  test('reads what thresholdText writes', () => {
    fc.assert(
      fc.property(limits, (limit) => {
        expect(formatAmount(parseThreshold(thresholdText(limit)))).toBe(formatAmount(limit));
      }),
    );
  });

  test('accepts at most what main accepts', () => {
    const typed = fc.oneof(fc.double().map(String), fc.integer().map(String), fc.string());
    fc.assert(
      fc.property(typed, (text) => {
        if (checkThreshold(text) === null)
          expect(
            isPreferencesChange({ hourlyRate: { isOn: true, limit: parseThreshold(text) } }),
          ).toBe(true);
      }),
    );
  });
});

describe('immediateNote', () => {
  test.each([
    [9.37, 3, 'You are at $9.37/h now, so this alerts immediately.'],
    [9.37, 0, 'You are at $9.37/h now, so this alerts immediately.'],
    [3, 3, null],
    [null, 3, null],
    [9.37, null, null],
  ])('at %s $/h a limit of %s says %j', (rate, limit, note) => {
    expect(immediateNote(rate, limit, { hideAmounts: false }, '$9.37/h')).toBe(note);
  });

  test('hides the amount', () => {
    const note = immediateNote(9.37, 3, { hideAmounts: true }, '$9.37/h');
    expect(note).toBe('You are above this limit now, so this alerts immediately.');
  });
});

describe('suggestThreshold', () => {
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
});
