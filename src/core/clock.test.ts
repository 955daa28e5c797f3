import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { clampDelay, MAX_TIMER_MS, sleep, systemClock } from './clock.ts';
import { createVirtualClock } from './virtual-clock.ts';

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
])('a delay of %d ms is one of %d ms', (ms, clamped) => {
  expect(clampDelay(ms)).toBe(clamped);
});

describe('the clock of the system', () => {
  test('does not fire at once for a delay beyond what a timer of Node takes', async () => {
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

  test('shows the time of the wall', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  });
});

describe('sleep', () => {
  test('ends after its time', async () => {
    const clock = createVirtualClock();
    let awake = false;
    const sleeping = sleep(clock, 1_000).then(() => {
      awake = true;
    });
    await clock.advance(999);
    expect(awake).toBe(false);
    await clock.advance(1);
    expect(awake).toBe(true);
    await sleeping;
  });

  test('ends at once with the reason when it is aborted, and leaves no timer', async () => {
    const clock = createVirtualClock();
    const controller = new AbortController();
    const sleeping = sleep(clock, 1_000, controller.signal);
    controller.abort(new Error('reason'));
    await expect(sleeping).rejects.toThrow('reason');
    expect(clock.pending()).toEqual([]);
  });

  test('does not begin when it was aborted before', async () => {
    const clock = createVirtualClock();
    await expect(sleep(clock, 1_000, AbortSignal.abort(new Error('early')))).rejects.toThrow(
      'early',
    );
    expect(clock.pending()).toEqual([]);
  });

  test('is not ended by an abort that comes after it', async () => {
    const clock = createVirtualClock();
    const controller = new AbortController();
    const sleeping = sleep(clock, 10, controller.signal);
    await clock.advance(10);
    controller.abort();
    await expect(sleeping).resolves.toBeUndefined();
  });
});
