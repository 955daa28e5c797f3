import { expect, test } from 'vitest';
import { deferUntilReady } from './defer-until-ready.ts';

function counted() {
  let calls = 0;
  const by = () => {
    calls += 1;
  };
  return { by, calls: () => calls };
}

test('what was asked for too early is answered once, and later calls one by one', () => {
  const early = deferUntilReady();
  early.call();
  early.call();
  const { by, calls } = counted();
  early.answer(by);
  expect(calls()).toBe(1);
  early.call();
  early.call();
  expect(calls()).toBe(3);
});

test('nothing is answered that nobody asked for', () => {
  const early = deferUntilReady();
  const { by, calls } = counted();
  early.answer(by);
  expect(calls()).toBe(0);
});
