import type { EventEmitter } from 'node:events';
import { type Clock, sleep } from '../core/clock.ts';
import type { AccountClient } from '../core/providers/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** ms; a signal to the whole process group arrives a second time through the parent process. */
const DUPLICATE_MS = 2_000;

/** ms; a service that does not answer delays the end of a command by no more than this. */
const MAX_END_MS = 3_000;

/** Aborts on SIGINT or SIGTERM, so that a refreshed token can be stored. One within 2 s is ignored, a later one ends the process. */
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

/** Waits until refreshed tokens are stored, however the command ended. */
export async function endClients(
  clients: readonly Pick<AccountClient, 'end'>[],
  clock: Clock,
): Promise<void> {
  const all = Promise.all(clients.map((client) => client.end()));
  await Promise.race([all, sleep(clock, MAX_END_MS)]);
}
