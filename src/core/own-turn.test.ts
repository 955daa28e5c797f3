import { expect, test } from 'vitest';
import { MAX_IN_TURN, ownTurn, turnFor } from './own-turn.ts';

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

test.each([
  [MAX_IN_TURN, true],
  [MAX_IN_TURN + 1, false],
])('work on %i VMs goes on in the same turn: %s', async (vms, isSame) => {
  let isSameTurn = true;
  setImmediate(() => {
    isSameTurn = false;
  });
  await turnFor(vms);
  expect(isSameTurn).toBe(isSame);
});
