import type { EventEmitter } from 'node:events';
import type { Clock } from '../core/clock.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A signal to our whole group of processes reaches us once more through whoever started us: that is one wish, ms. */
const SAME_WISH_MS = 2_000;

/**
 * Aborts when the process is told to end. What is under way may take its time, such as storing a token that was refreshed just
 * now, so the same wish said twice does not cut it off; one that comes later ends the process as it always does.
 * @param source the process
 */
export function interruption(source: EventEmitter, clock: Clock): AbortSignal {
  const interrupted = new AbortController();
  const stop = () => {
    if (interrupted.signal.aborted) return;
    interrupted.abort();
    clock.after(SAME_WISH_MS, () => {
      for (const signal of SIGNALS) source.off(signal, stop);
    });
  };
  for (const signal of SIGNALS) source.on(signal, stop);
  return interrupted.signal;
}
