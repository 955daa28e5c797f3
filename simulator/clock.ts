import { performance } from 'node:perf_hooks';

/**
 * The simulator's two times. The fleet lives in simulated time, which may run faster. Clients live in wall time, so
 * everything agreed with a client in seconds (token lifetimes, rate-limit windows, `Retry-After`) is counted in that one:
 * at `--speed 60` a token still lasts a real hour.
 */
export interface SimulatorClock {
  /** Simulated time, ms since the epoch. Never runs backwards. */
  now(): number;
  /** Time as clients live it, ms since the epoch, moved along by `advance`. */
  wall(): number;
  /** Moves both times forward by `ms`. */
  advance(ms: number): void;
}

/** Follows the machine's clock; simulated time starts at the present and runs `speed` times as fast. */
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

/** Stands still until it is advanced: for tests. Both times are the same on it. */
export function standingClock(startMs = Date.UTC(2026, 0, 15, 12)): SimulatorClock {
  let now = startMs;
  return {
    now: () => now,
    wall: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
