import { expect, test } from 'vitest';
import { shortcutOf } from './shortcut.ts';

const press = (key: string, isTyping = false, hasModifier = false) =>
  shortcutOf({ key, isTyping, hasModifier });

test('keys mean what the help says', () => {
  expect(press('c')).toBe('copy');
  expect(press('C')).toBe('copy');
  expect(press('o')).toBe('terminal');
  expect(press('/')).toBe('filter');
  expect(press('ArrowDown')).toBe('next');
  expect(press('x')).toBeNull();
  expect(press('toString')).toBeNull();
});

test('whoever types a text types it; only Escape leaves', () => {
  for (const key of ['c', '/', ',', 'ArrowDown', '?']) expect(press(key, true)).toBeNull();
  expect(press('Escape', true)).toBe('back');
});

test('Ctrl+C and Cmd+R stay what they are', () => {
  expect(press('c', false, true)).toBeNull();
  expect(press('r', false, true)).toBeNull();
});
