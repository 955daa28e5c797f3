import { expect, test } from 'vitest';
import { ownTurn } from './own-turn.ts';

test('each call gets another turn of the event loop', async () => {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all([1, 2, 3].map(() => ownTurn().then(() => turn)));
  isCounting = false;
  expect(new Set(turns).size).toBe(3);
});
