import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('tasks of one key wait for each other, also after a failure; other keys do not', async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    await gate.promise;
    seen.push('a1');
    throw new Error('first');
  });
  const second = inTurn('a', async () => {
    seen.push('a2');
    return 2;
  });
  await inTurn('b', async () => seen.push('b1'));
  expect(seen).toEqual(['b1']);
  gate.resolve();
  await expect(first).rejects.toThrow('first');
  expect(await second).toBe(2);
  expect(seen).toEqual(['b1', 'a1', 'a2']);
});
