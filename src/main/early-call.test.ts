import { expect, test } from 'vitest';
import { createEarlyCall } from './early-call.ts';

function counted() {
  let calls = 0;
  const by = () => {
    calls += 1;
  };
  return { by, calls: () => calls };
}

test('what was asked for too early is answered once, and later calls one by one', () => {
  const early = createEarlyCall();
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
  const early = createEarlyCall();
  const { by, calls } = counted();
  early.answer(by);
  expect(calls()).toBe(0);
});
