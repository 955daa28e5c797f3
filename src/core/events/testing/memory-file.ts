import type { AlertStates } from '../../alerts/index.ts';
import type { Outbox } from '../outbox.ts';
import { NOTHING_STORED, type OutboxFile } from '../outbox-file.ts';

export interface StoredAlerts {
  readonly states: AlertStates;
  readonly outbox: Outbox;
  readonly held: readonly string[];
}

/** The file of the alerts and events, in memory. @param mayWrite called before and after each write: false while the process is dead */
export function memoryFile(mayWrite: () => boolean = () => true, initial?: StoredAlerts) {
  let stored: StoredAlerts = initial ?? NOTHING_STORED;
  let saved: readonly unknown[] = [];
  const forever = new Promise<void>(() => {});
  return {
    stored: () => stored,
    load: async () => structuredClone(stored),
    async save(states, outbox) {
      if (saved[0] === states && saved[1] === outbox) return;
      saved = [states, outbox];
      if (!mayWrite()) return forever;
      stored = structuredClone({ states, outbox, held: [] });
      return mayWrite() ? undefined : forever;
    },
    settled: async () => {},
  } satisfies OutboxFile & Record<'stored', unknown>;
}
