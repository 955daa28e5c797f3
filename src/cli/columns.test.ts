import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { cutTo, fitColumns, SINGLE } from './columns.ts';

describe('cutting to a number of columns', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly-10', 10, 'exactly-10'],
    ['a bit too long', 10, 'a bit too…'],
    ['x', 1, 'x'],
    ['xy', 1, '…'],
    ['', 5, ''],
    // Two columns each.
    ['学習サーバー', 12, '学習サーバー'],
    ['学習サーバー', 11, '学習サーバ…'],
    ['学習サーバー', 10, '学習サー…'],
    ['👩‍💻👩‍💻👩‍💻', 5, '👩‍💻👩‍💻…'],
    ['👩‍💻👩‍💻👩‍💻', 4, '👩‍💻…'],
    // A letter with its mark is one character.
    ['a\u0301b\u0301c\u0301', 3, 'a\u0301b\u0301c\u0301'],
    ['a\u0301b\u0301c\u0301', 2, 'a\u0301…'],
    ['🇩🇪🇫🇷', 3, '🇩🇪…'],
  ])('%j to %d: %j', (text, maxWidth, cut) => {
    expect(cutTo(text, maxWidth)).toBe(cut);
    expect(stringWidth(cut)).toBeLessThanOrEqual(Math.max(maxWidth, 1));
  });

  test('marks the cut of a long text of which little is visible', () => {
    expect(cutTo(`a${'\u0301'.repeat(3_000)}`, 28)).toBe('\ufffd…');
  });

  test('replaces characters with endless marks or joiners', () => {
    for (const endless of ['\u0301', '\u200d', '👩\u200d', '\u{1f3fb}', '\ufe0f'])
      expect(cutTo(`a${endless.repeat(3_000)}`, 28).length).toBeLessThan(200);
  });
});

test('columns stay aligned beside wide characters', () => {
  const columns = {
    name: { title: 'NAME', align: 'left', maxWidth: 8 },
    rate: { title: '$/H', align: 'right', maxWidth: 10 },
    ip: { title: 'IP', align: 'left', maxWidth: 10 },
  } as const;
  const names = ['学習', '👩‍💻', 'e\u0301', 'much too long', '学習サーバー'];
  const lines = fitColumns(
    columns,
    names.map((name) => ({ name, rate: '1.00', ip: 'x' })),
    Number.POSITIVE_INFINITY,
  );
  expect(new Set(lines.slice(1).map((line) => stringWidth(line))).size).toBe(1);
  expect(lines[4]).toBe('much to…  1.00  x');
});

test('the characters that need no width table have one column each', () => {
  const single = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => SINGLE.test(character),
  );
  expect(single.length).toBeGreaterThan(300);
  expect(single.filter((character) => stringWidth(character) !== 1)).toEqual([]);
});
