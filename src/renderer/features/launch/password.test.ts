import { expect, test } from 'vitest';
import { generatePassword } from './password.ts';

test('generates passwords that are long enough, and never the same', () => {
  const passwords = Array.from({ length: 200 }, () => generatePassword());
  for (const password of passwords) {
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(password).toMatch(/^[a-zA-Z2-9]+$/);
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
