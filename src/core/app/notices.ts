import type { StateStore } from './state-store.ts';

/** What a notice is about. Of each there is one at a time: the latest. */
export type NoticeTopic = 'settings' | 'accounts' | 'owners' | 'notification';

/** What has to be told and has no better place. One is shown at a time, the oldest first, until it is dismissed. */
export interface Notices {
  /** @param sentence plain text, one line */
  tell(topic: NoticeTopic, message: string): void;
  /** Takes away the one that is shown; the next one follows. */
  dismiss(): void;
}

/** The only writer of the state's `notice`. */
export function createNotices(store: Pick<StateStore, 'set'>): Notices {
  const waiting = new Map<NoticeTopic, string>();

  function show(): void {
    const [first] = waiting.values();
    store.set({ notice: first ?? null });
  }

  return {
    tell(topic, message) {
      waiting.set(topic, message);
      show();
    },
    dismiss() {
      const [topic] = waiting.keys();
      if (topic !== undefined) waiting.delete(topic);
      show();
    },
  };
}
