import { expect, test } from 'vitest';
import { MIN_PASSWORD } from '../../../shared/domain/index.ts';
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

test('skips bytes that would make some characters likelier', () => {
  let next = 255;
  const filled = generatePassword((bytes) => {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = at % 2 === 0 ? 255 : next-- % 228;
  });
  expect(filled).toHaveLength(20);
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
