import { expect, test } from 'vitest';
import { MIN_PASSWORD } from '../../../shared/domain/vm-order.ts';
import { generatePassword, passwordStrength } from './password.ts';

test('generates passwords that are long enough, strong, and never the same', () => {
  const passwords = Array.from({ length: 200 }, () => generatePassword());
  for (const password of passwords) {
    expect(password.length).toBeGreaterThanOrEqual(MIN_PASSWORD);
    expect(password).toMatch(/^[a-zA-Z2-9]+$/);
    expect(passwordStrength(password)).toBe(2);
  }
  expect(new Set(passwords).size).toBe(200);
});

test('uses all characters about equally often', () => {
  const text = Array.from({ length: 2_000 }, () => generatePassword()).join('');
  const counts = [...Map.groupBy(text, (character) => character).values()].map(
    ({ length }) => length,
  );
  expect(counts).toHaveLength(57);
  // 702 are expected, with a standard deviation of 26.
  expect(Math.min(...counts)).toBeGreaterThan(500);
  expect(Math.max(...counts)).toBeLessThan(900);
});

test.each([
  ['', 0],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 0],
  ['passwordpass', 0],
  ['correct-horse', 1],
  ['kX9!mQ2#vL7$', 1],
  ['kX9!mQ2#vL7$pR4&', 2],
] as const)('"%s" has the strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
