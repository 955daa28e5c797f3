import { performance } from 'node:perf_hooks';

/** Time as core sees it; injected, so that tests run hours in milliseconds. */
export interface Clock {
  /** Wall time in ms since the epoch. It can jump: use it to show and to store, never to measure. */
  now(): number;
  /** ms since some fixed moment; never runs backwards. */
  monotonic(): number;
  /** Calls `run` once after `ms` (clamped to `MAX_TIMER_MS`); the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** One hour. Node fires a timer of more than 2³¹−1 ms at once, so a huge `Retry-After` would become a hot loop. */
export const MAX_TIMER_MS = 3_600_000;

/** `ms` as a delay that a timer takes: finite, at least 0, at most an hour. */
export function clampDelay(ms: number): number {
  if (Number.isNaN(ms)) return MAX_TIMER_MS;
  return Math.min(Math.max(ms, 0), MAX_TIMER_MS);
}

/** The computer's own. A timer that is set keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, clampDelay(ms));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` on that clock, or rejects with the signal's reason when it aborts first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
