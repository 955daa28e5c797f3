import { type Clock, clampDelay } from './clock.ts';

/** A clock that stands still until it is told to move: for tests and benchmarks, never for the app. */
export interface VirtualClock extends Clock {
  /** Moves time forward by `ms`, running every timer that falls due on the way, in order, and letting promises settle. */
  advance(ms: number): Promise<void>;
  /** Delays until the pending timers, in ms, soonest first. */
  pending(): number[];
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Lets everything that waits only for promises go on. Several turns, since a chain of awaits needs one each. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise<void>((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** @param startMs the wall time it shows at first, ms since the epoch */
export function createVirtualClock(startMs = Date.UTC(2026, 0, 1)): VirtualClock {
  let elapsed = 0;
  const timers = new Set<Timer>();
  const soonest = () => [...timers].sort((a, b) => a.due - b.due)[0];
  return {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    after(ms, run) {
      const timer = { due: elapsed + clampDelay(ms), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let next = soonest(); next && next.due <= end; next = soonest()) {
        timers.delete(next);
        elapsed = Math.max(elapsed, next.due);
        next.run();
        await settle();
      }
      elapsed = end;
      await settle();
    },
    pending: () => [...timers].map((timer) => timer.due - elapsed).sort((a, b) => a - b),
  };
}
