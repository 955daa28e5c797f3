import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../testing/any-character.ts';
import { clipped, printable } from './text.ts';

describe('printable', () => {
  test.each([
    ['train-1', 'train-1'],
    ['  padded  ', 'padded'],
    ['größer Ω 学習 नमस्ते', 'größer Ω 学習 नमस्ते'],
    ['line\nbreak', 'line break'],
    ['a\r\n\tb', 'a b'],
    ['a\u2028b\u2029c', 'a b c'],
    ['\u001b[31mred\u001b[0m', '[31mred [0m'],
    ['\u001b]0;title\u0007after', ']0;title after'],
    ['\u009b2Jcleared', '2Jcleared'],
    ['a\0b\u007fc\u0085d', 'a b c d'],
    ['abc\u202egpj.exe', 'abcgpj.exe'],
    ['\u2066isolated\u2069 \u200eleft\u200f', 'isolated left'],
    ['zero\u200bwidth\ufeff\u00ad', 'zerowidth'],
    ['tag\u{e0041}\u{e007f}s', 'tags'],
    ['private\ue000\u{f0000}', 'private'],
    ['lone\ud800 half\udc00', 'lone half'],
    ['filler\u3164\u115f\u{1d173}', 'filler'],
  ])('makes %j printable as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test.each(['👩‍💻', '🏳️‍🌈', '❤️', '👍🏽', '🇩🇪', '1️⃣', 'क्‍ष', 'می‌خواهم'])('keeps %s', (text) => {
    expect(printable(text)).toBe(text);
  });

  test.each(['', ' ', '\n', '\u200b', '\u200d\u200c', '\u202e', '\u3164', '\ufe0f', ' \u200d '])(
    'makes %j empty, which has nothing visible',
    (text) => {
      expect(printable(text)).toBe('');
    },
  );

  test('limits combining marks', () => {
    expect(printable(`a${'\u0301'.repeat(3_000)}b`).length).toBeLessThan(40);
    expect(printable('ạ̈̄')).toBe('ạ̈̄');
  });

  test('returns one line without controls, direction marks and lone surrogates', () => {
    const nasty = fc.constantFrom(
      ...'\n\r\t\0\u001b\u0085\u009b\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff\ud800\udfff',
      'a',
      '👩‍💻',
    );
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.string({ unit: nasty }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(text, (input) => {
        const shown = printable(input);
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u);
        expect(shown).toBe(shown.trim());
        expect(printable(shown)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });
});

describe('clipped', () => {
  test.each([
    ['train', 5, 'train'],
    ['train-1', 5, 'trai…'],
    ['a bc', 3, 'a…'],
    ['👩‍💻👩‍💻👩‍💻', 3, '👩‍💻👩‍💻👩‍💻'],
    ['👩‍💻👩‍💻👩‍💻', 2, '👩‍💻…'],
    ['', 5, ''],
  ])('clips %j to %i graphemes as %j', (text, max, shown) => {
    expect(clipped(text, max)).toBe(shown);
  });

  test('returns at most `max` graphemes, and only those for a very long text', () => {
    expect(clipped('x'.repeat(1_000_000), 20)).toHaveLength(20);
  });
});
