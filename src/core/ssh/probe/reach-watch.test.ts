import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sleep } from '../../clock.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { createReachWatch, type ReachTarget, untilNextTry } from './reach-watch.ts';

const target = (key: string, address = '127.20.0.1'): ReachTarget => ({ key, address, port: 22 });

function watchWith(answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>) {
  const clock = createVirtualClock();
  const tried: string[] = [];
  const reachable: string[] = [];
  const silent: string[] = [];
  const watch = createReachWatch({
    answers(tries, signal) {
      tried.push(`${tries.key}@${tries.address}`);
      return answers(tries, signal);
    },
    onReach: (key, reach) => (reach === 'ready' ? reachable : silent).push(key),
    clock,
    random: () => 0.5,
  });
  return { clock, watch, tried, reachable, silent };
}

/** A connection that hangs until its signal aborts. */
const hanging = (_: ReachTarget, signal: AbortSignal) =>
  new Promise<boolean>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('createReachWatch', () => {
  test('probes at growing intervals until SSH answers', async () => {
    let isUp = false;
    const { clock, watch, tried, reachable } = watchWith(async () => isUp);
    watch.follow([target('a')]);
    await clock.advance(0);
    expect(tried).toHaveLength(1);
    await clock.advance(1_000);
    await clock.advance(2_000);
    expect(tried).toHaveLength(3);
    expect(watch.reachOf('a')).not.toBe('ready');
    isUp = true;
    await clock.advance(4_000);
    expect(reachable).toEqual(['a']);
    expect(watch.reachOf('a')).toBe('ready');
    watch.follow([target('a')]);
    await clock.advance(3_600_000);
    expect(tried).toHaveLength(4);
  });

  test('a VM is silent after five minutes without an answer, until it answers', async () => {
    let isUp = false;
    const { clock, watch, silent } = watchWith(async () => isUp);
    watch.follow([target('a')]);
    await clock.advance(299_000);
    expect(watch.reachOf('a')).toBe('waiting');
    // With the first probe after that.
    await clock.advance(60_000);
    expect([watch.reachOf('a'), watch.reachOf('other')]).toEqual(['silent', undefined]);
    expect(silent).toEqual(['a']);
    isUp = true;
    await clock.advance(30_000);
    expect(watch.reachOf('a')).toBe('ready');
  });

  test('probes a VM that moved again, and drops one that stopped', async () => {
    const { clock, watch, tried } = watchWith(async () => true);
    watch.follow([target('a'), target('b')]);
    await clock.advance(0);
    watch.follow([target('a', '127.20.0.9')]);
    expect(watch.reachOf('a')).not.toBe('ready');
    expect(watch.reachOf('b')).not.toBe('ready');
    await clock.advance(0);
    expect(watch.reachOf('a')).toBe('ready');
    expect(tried).toEqual(['a@127.20.0.1', 'b@127.20.0.1', 'a@127.20.0.9']);
  });

  test('ignores an answer of a dropped VM', async () => {
    let answer = (_: boolean) => {};
    const { clock, watch, reachable } = watchWith(
      () => new Promise((resolve) => (answer = resolve)),
    );
    watch.follow([target('a')]);
    watch.follow([]);
    answer(true);
    await clock.advance(1_000);
    expect(reachable).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  test('probes eight at once, and dropped VMs make room', async () => {
    const { clock, watch, tried } = watchWith(hanging);
    const fleet = Array.from({ length: 20 }, (_, index) => target(`vm${index}`));
    watch.follow(fleet);
    await clock.advance(0);
    expect(tried).toHaveLength(8);
    watch.follow(fleet.slice(8));
    await clock.advance(0);
    expect(tried).toHaveLength(16);
  });

  test('probes a new VM before unreachable ones', async () => {
    const { clock, watch, tried } = watchWith(async (_, signal) => {
      await sleep(clock, 5_000, signal).catch(() => {});
      return false;
    });
    const fleet = Array.from({ length: 50 }, (_, index) => target(`vm${index}`));
    watch.follow(fleet);
    await clock.advance(120_000);
    tried.splice(0);
    watch.follow([...fleet, target('new')]);
    await clock.advance(5_000);
    expect(tried.slice(0, 9)).toContain('new@127.20.0.1');
  });

  test('probes nothing while paused, and everything soon after', async () => {
    const { clock, watch, tried } = watchWith(async () => false);
    watch.follow([target('a')]);
    await clock.advance(300_000);
    const before = tried.length;
    watch.pause();
    await clock.advance(3_600_000);
    expect(tried).toHaveLength(before);
    watch.resume();
    await clock.advance(1_000);
    expect(tried).toHaveLength(before + 2);
    watch.resume();
    await clock.advance(0);
    expect(tried).toHaveLength(before + 2);
  });

  test('a pause ends the probes under way', async () => {
    const { clock, watch, tried } = watchWith(hanging);
    watch.follow([target('a')]);
    await clock.advance(0);
    watch.pause();
    watch.follow([target('a'), target('b')]);
    await clock.advance(60_000);
    watch.resume();
    await clock.advance(60_000);
    expect(tried.map(([key]) => key)).toEqual(['a', 'a', 'b']);
  });
});

test('intervals grow to 30 s, and to 5 min after 10 min', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((tries) => untilNextTry(tries, 0, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(untilNextTry(40, 600_000, 0.5)).toBe(300_000);
  const tries = fc.integer({ min: 1, max: 1_000_000 });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(tries, fc.nat(), random, (count, elapsed, chance) => {
      const wait = untilNextTry(count, elapsed, chance);
      expect(wait).toBeGreaterThanOrEqual(900);
      expect(wait).toBeLessThanOrEqual(330_000);
    }),
  );
});
