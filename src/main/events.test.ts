import { expect, test } from 'vitest';
import { ownTurn } from '../core/own-turn.ts';
import { coalesce, createEmitter } from './events.ts';

test('an emitter keeps the last value for its first listener', () => {
  const emitter = createEmitter<number>();
  emitter.emit(1);
  emitter.emit(2);
  const received: number[] = [];
  emitter.on((value) => received.push(value));
  emitter.emit(3);
  expect(received).toEqual([2, 3]);
});

test('an emitter calls no listener before the first value', () => {
  const emitter = createEmitter<number>();
  const received: number[] = [];
  emitter.on((value) => received.push(value));
  expect(received).toEqual([]);
});

test('coalesced calls run once, in a later turn', async () => {
  let runs = 0;
  const update = coalesce(() => {
    runs += 1;
  });
  update();
  update();
  await Promise.resolve();
  expect(runs).toBe(0);
  await ownTurn();
  expect(runs).toBe(1);
  update();
  await ownTurn();
  expect(runs).toBe(2);
});
