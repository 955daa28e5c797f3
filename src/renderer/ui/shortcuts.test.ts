import { expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, change: Partial<Parameters<typeof shortcutOf>[0]> = {}) =>
  shortcutOf({ key, modifier: 'none', isTyping: false, hasSelection: false, ...change });

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz', ...'0123456789'];

test('maps keys to shortcuts', () => {
  expect(press('/')).toBe('filter');
  expect(press('ArrowDown')).toBe('next');
  expect(press('F5')).toBe('refresh');
  expect(press('toString')).toBeNull();
});

test('no letter or digit alone is a shortcut: it filters', () => {
  for (const key of LETTERS)
    expect([press(key), press(key.toUpperCase()), press(key, { modifier: 'other' })]).toEqual([
      null,
      null,
      null,
    ]);
});

test('with Ctrl or Cmd, three letters are commands', () => {
  const commands = LETTERS.map((key) => [key, press(key, { modifier: 'command' })] as const);
  expect(commands.filter(([, command]) => command !== null)).toEqual([
    ['c', 'copy'],
    ['o', 'terminal'],
    ['r', 'refresh'],
  ]);
  expect(press('C', { modifier: 'command' })).toBe('copy');
  expect(press('F5', { modifier: 'command' })).toBeNull();
});

test('Ctrl+C copies the selected text, where there is one', () => {
  expect(press('c', { modifier: 'command', hasSelection: true })).toBeNull();
  expect(press('o', { modifier: 'command', hasSelection: true })).toBe('terminal');
});

test('only Escape and refreshing are shortcuts while typing', () => {
  for (const key of ['c', '/', ',', 'ArrowDown', '?'])
    expect(press(key, { isTyping: true })).toBeNull();
  for (const key of ['c', 'o'])
    expect(press(key, { isTyping: true, modifier: 'command' })).toBeNull();
  expect(press('Escape', { isTyping: true })).toBe('back');
  expect(press('F5', { isTyping: true })).toBe('refresh');
  expect(press('r', { isTyping: true, modifier: 'command' })).toBe('refresh');
});
