import type { EventEmitter } from 'node:events';
import type { Clock } from '../core/clock.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** ms; a signal to the whole process group arrives a second time through the parent process. */
const DUPLICATE_MS = 2_000;

/** Aborts on SIGINT or SIGTERM, so that a refreshed token can be stored. A second signal within 2 s is ignored, a later one ends the process. */
export function interruption(source: EventEmitter, clock: Clock): AbortSignal {
  const interrupted = new AbortController();
  const stop = () => {
    if (interrupted.signal.aborted) return;
    interrupted.abort();
    clock.after(DUPLICATE_MS, () => {
      for (const signal of SIGNALS) source.off(signal, stop);
    });
  };
  for (const signal of SIGNALS) source.on(signal, stop);
  return interrupted.signal;
}
