import { performance } from 'node:perf_hooks';

/** Times agreed with a client (token lifetimes, rate limits, `Retry-After`) are wall time: at `--speed 60` a token lasts a real hour. */
export interface SimulatorClock {
  /** Simulated time, ms since the epoch, monotonic. */
  now(): number;
  /** The clients' time, ms since the epoch, also moved by `advance`. */
  wall(): number;
  advance(ms: number): void;
}

/** Follows the machine's clock; simulated time starts now and runs `speed` times as fast. */
export function runningClock(speed: number): SimulatorClock {
  const startedAt = Date.now();
  const startedMark = performance.now();
  let moved = 0;
  return {
    now: () => startedAt + (performance.now() - startedMark) * speed + moved,
    wall: () => Date.now() + moved,
    advance(ms) {
      moved += ms;
    },
  };
}

/** Moves only by `advance`; both times are equal. For tests. */
export function manualClock(startMs = Date.UTC(2026, 0, 15, 12)): SimulatorClock {
  let now = startMs;
  return {
    now: () => now,
    wall: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
