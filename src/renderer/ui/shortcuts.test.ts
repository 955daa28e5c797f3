import { expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

interface Change extends Partial<Parameters<typeof shortcutOf>[0]> {
  readonly isTyping?: boolean;
  readonly hasSelection?: boolean;
}

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

const press = (key: string, { isTyping = false, hasSelection = false, ...change }: Change = {}) =>
  shortcutOf({ key, ...NONE, ...change }, isTyping, hasSelection);

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz', ...'0123456789'];

test('maps keys to shortcuts', () => {
  expect(press('/')).toBe('filter');
  expect(press('ArrowDown')).toBe('next');
  expect(press('F5')).toBe('refresh');
  expect(press('toString')).toBeNull();
});

test('a letter or digit alone filters', () => {
  for (const key of [...LETTERS, 'é', 'İ', '訓'])
    expect([
      press(key),
      press(key.toUpperCase()),
      press(key, { altKey: true }),
      press(key, { isTyping: true }),
    ]).toEqual(['filter', 'filter', null, null]);
});

test('with Ctrl or Cmd, three letters are commands', () => {
  const commands = LETTERS.map((key) => [key, press(key, { ctrlKey: true })] as const);
  expect(commands.filter(([, command]) => command !== null)).toEqual([
    ['c', 'copy'],
    ['o', 'terminal'],
    ['r', 'refresh'],
  ]);
  expect(press('C', { ctrlKey: true })).toBe('copy');
  expect(press('c', { metaKey: true })).toBe('copy');
  expect(press('F5', { ctrlKey: true })).toBeNull();
  for (const other of [{ altKey: true }, { shiftKey: true }, { metaKey: true }])
    expect(press('c', { ctrlKey: true, ...other })).toBeNull();
});

test('Ctrl+C copies the selected text, where there is one', () => {
  expect(press('c', { ctrlKey: true, hasSelection: true })).toBeNull();
  expect(press('o', { ctrlKey: true, hasSelection: true })).toBe('terminal');
});

test('only Escape and refreshing are shortcuts while typing', () => {
  for (const key of ['c', '/', ',', 'ArrowDown', '?'])
    expect(press(key, { isTyping: true })).toBeNull();
  for (const key of ['c', 'o']) expect(press(key, { isTyping: true, ctrlKey: true })).toBeNull();
  expect(press('Escape', { isTyping: true })).toBe('back');
  expect(press('F5', { isTyping: true })).toBe('refresh');
  expect(press('r', { isTyping: true, ctrlKey: true })).toBe('refresh');
});
