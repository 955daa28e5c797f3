import { expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, isTyping = false, hasModifier = false) =>
  shortcutOf({ key, isTyping, hasModifier });

test('maps keys to shortcuts', () => {
  expect(press('c')).toBe('copy');
  expect(press('C')).toBe('copy');
  expect(press('o')).toBe('terminal');
  expect(press('/')).toBe('filter');
  expect(press('ArrowDown')).toBe('next');
  expect(press('x')).toBeNull();
  expect(press('toString')).toBeNull();
});

test('only Escape and F5 are shortcuts while typing', () => {
  for (const key of ['c', '/', ',', 'ArrowDown', '?']) expect(press(key, true)).toBeNull();
  expect(press('Escape', true)).toBe('back');
  expect(press('F5', true)).toBe('refresh');
});

test('ignores keys with a modifier', () => {
  expect(press('c', false, true)).toBeNull();
  expect(press('r', false, true)).toBeNull();
});
