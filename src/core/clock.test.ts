import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clampDelay, createTimer, MAX_TIMER_MS, sleep, systemClock } from './clock.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

test.each([
  [0, 0],
  [-1, 0],
  [Number.NEGATIVE_INFINITY, 0],
  [1_500.5, 1_500.5],
  [MAX_TIMER_MS, MAX_TIMER_MS],
  [MAX_TIMER_MS + 1, MAX_TIMER_MS],
  [2 ** 31, MAX_TIMER_MS],
  [Number.POSITIVE_INFINITY, MAX_TIMER_MS],
  [Number.NaN, MAX_TIMER_MS],
])('clampDelay(%d) is %d', (ms, clamped) => {
  expect(clampDelay(ms)).toBe(clamped);
});

test('a timer runs what was set last, and nothing once it is cleared', async () => {
  const clock = createVirtualClock();
  const timer = createTimer(clock);
  const ran: string[] = [];
  timer.clear();
  timer.set(10, () => ran.push('first'));
  timer.set(20, () => ran.push('second'));
  await clock.advance(100);
  timer.set(10, () => ran.push('third'));
  timer.clear();
  await clock.advance(100);
  expect(ran).toEqual(['second']);
  expect(clock.pending()).toEqual([]);
});

describe('systemClock', () => {
  test('does not fire a timer of more than 2³¹−1 ms at once', async () => {
    let fired = false;
    const cancel = systemClock.after(2 ** 31, () => {
      fired = true;
    });
    const start = systemClock.monotonic();
    while (systemClock.monotonic() - start < 20) await turn();
    cancel();
    expect(fired).toBe(false);
  });

  test('fires once, after the delay, unless cancelled', async () => {
    const start = systemClock.monotonic();
    await new Promise<void>((resolve) => {
      const cancel = systemClock.after(5, () => expect.unreachable('cancelled'));
      cancel();
      systemClock.after(10, resolve);
    });
    expect(systemClock.monotonic() - start).toBeGreaterThanOrEqual(9);
  });
});

describe('sleep', () => {
  test('resolves after its delay', async () => {
    const clock = createVirtualClock();
    let isOver = false;
    const sleeping = sleep(clock, 1_000).then(() => {
      isOver = true;
    });
    await clock.advance(999);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(isOver).toBe(true);
    await sleeping;
  });

  test('rejects with the reason when aborted, and leaves no timer', async () => {
    const clock = createVirtualClock();
    const controller = new AbortController();
    const sleeping = sleep(clock, 1_000, controller.signal);
    controller.abort(new Error('reason'));
    await expect(sleeping).rejects.toThrow('reason');
    expect(clock.pending()).toEqual([]);
  });
});
