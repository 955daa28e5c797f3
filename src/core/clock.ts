/** Injected, so that tests run hours in milliseconds. */
export interface Clock {
  /** Wall time, ms since the epoch. The clock can jump: show and store wall time, but never measure with it. */
  now(): number;
  /** ms since an arbitrary moment; never decreases. */
  monotonic(): number;
  /** Calls `run` once after `ms`, at most `MAX_TIMER_MS`. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void;
}

/** Node fires a timer of more than 2³¹−1 ms at once: a huge `Retry-After` would become a hot loop. */
export const MAX_TIMER_MS = 3_600_000;

/** A valid delay: finite, at least 0, at most an hour. */
export function clampDelay(ms: number): number {
  if (Number.isNaN(ms)) return MAX_TIMER_MS;
  return Math.min(Math.max(ms, 0), MAX_TIMER_MS);
}

/** The wall time of a monotonic one, as of now. */
export function wallTimeOf(clock: Pick<Clock, 'now' | 'monotonic'>, monotonic: number): number {
  return clock.now() + (monotonic - clock.monotonic());
}

/** A pending timer keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // `performance` loads Node's perf_hooks: 3 ms of a start.
  monotonic() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1_000 + nanoseconds / 1_000_000;
  },
  after(ms, run) {
    const timer = setTimeout(run, clampDelay(ms));
    return () => clearTimeout(timer);
  },
};

/** One timer, of which only the last setting counts. */
export function createTimer(clock: Pick<Clock, 'after'>) {
  let clear = () => {};
  return {
    set(ms: number, run: () => void): void {
      clear();
      clear = clock.after(ms, run);
    },
    clear: () => clear(),
  };
}

/** Resolves after `ms`, or rejects with the signal's reason. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(ms, resolve);
  return unlessAborted(promise, signal).finally(cancel);
}

/** Settles like `work`, or rejects with the signal's reason once it aborts. The work itself is not canceled. */
export function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
