import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('asked three times in one turn and once in the next, it runs twice', async () => {
  let runs = 0;
  const ask = coalesce(() => {
    runs += 1;
  });
  ask();
  ask();
  ask();
  expect(runs).toBe(0);
  await Promise.resolve();
  expect(runs).toBe(1);
  ask();
  await Promise.resolve();
  expect(runs).toBe(2);
});
