import { describe, expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

describe('createVirtualClock', () => {
  test('moves both times by advance only', async () => {
    const clock = createVirtualClock(1_000);
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
    await clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
  });

  test('runs timers at their times, equal ones in the order they were set', async () => {
    const clock = createVirtualClock(0);
    const ran: string[] = [];
    const note = (name: string) => () => ran.push(`${name}@${clock.now()}`);
    clock.after(30, note('late'));
    clock.after(10, note('first'));
    clock.after(10, note('second'));
    clock.after(31, note('too late'));
    await clock.advance(30);
    expect(ran).toEqual(['first@10', 'second@10', 'late@30']);
    expect(clock.pending()).toEqual([1]);
  });

  test('runs timers that timers and promises set', async () => {
    const clock = createVirtualClock(0);
    const ran: number[] = [];
    const again = () => {
      ran.push(clock.now());
      void Promise.resolve().then(() => clock.after(10, again));
    };
    clock.after(10, again);
    await clock.advance(35);
    expect(ran).toEqual([10, 20, 30]);
  });

  test('does not run a timer that an earlier one cancelled', async () => {
    const clock = createVirtualClock();
    const ran: string[] = [];
    const cancel = clock.after(20, () => ran.push('cancelled'));
    clock.after(10, cancel);
    await clock.advance(100);
    expect(ran).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  test('clamps delays', async () => {
    const clock = createVirtualClock();
    clock.after(Number.NaN, () => {});
    clock.after(-5, () => {});
    expect(clock.pending()).toEqual([0, 3_600_000]);
  });
});
