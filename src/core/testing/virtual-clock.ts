import { type Clock, clampDelay } from '../clock.ts';

/** A clock that only `advance` moves. */
export interface VirtualClock extends Clock {
  /** Moves time forward by `ms`: runs due timers in order and lets promises settle. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock by `ms` forward or back, as a user or a time server does. */
  setWall(ms: number): void;
  /** Delays until the pending timers, in ms, soonest first. */
  pending(): number[];
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Lets promises settle. A chain of awaits needs one turn each. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise<void>((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** @param startMs its first wall time, ms since the epoch */
export function createVirtualClock(startMs = Date.UTC(2026, 0, 1)): VirtualClock {
  let elapsed = 0;
  let wallMs = startMs;
  const timers = new Set<Timer>();
  const soonest = () => [...timers].sort((a, b) => a.due - b.due)[0];
  return {
    now: () => wallMs + elapsed,
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
    setWall(ms) {
      wallMs += ms;
    },
    pending: () => [...timers].map((timer) => timer.due - elapsed).sort((a, b) => a - b),
  };
}
