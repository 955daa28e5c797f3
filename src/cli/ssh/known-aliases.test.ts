import { expect, test } from 'vitest';
import { knownAliases } from './known-aliases.ts';

const hosts = (...aliases: readonly string[]) => aliases.map((alias) => ({ alias }));

test('all of a few, in one order', () => {
  expect(knownAliases('gpu-x', hosts('gpu-b', 'gpu-a'))).toBe('There are gpu-a, gpu-b.');
  expect(knownAliases('gpu-x', [])).toBe('There is no VM to log in to.');
});

test('of hundreds a line’s worth, first those that look like it', () => {
  const many = Array.from({ length: 300 }, (_, index) => `gpu-node-${index}`);
  const message = knownAliases('train', hosts(...many, 'gpu-train-1', 'gpu-old-train'));
  expect(message).toMatch(/^There are gpu-old-train, gpu-train-1, gpu-node-0, /);
  expect(message).toMatch(/ and 294 more\.$/);
  expect(message.length).toBeLessThan(200);
});
