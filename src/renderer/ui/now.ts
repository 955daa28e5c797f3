import { useSyncExternalStore } from 'react';

/** One timer for all who show a time, only while somebody does, and only in sight. */
function createNow(everyMs: number): () => number {
  let now = Date.now();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    if (document.hidden) return;
    now = Date.now();
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      now = Date.now();
      timer = setInterval(tick, everyMs);
      document.addEventListener('visibilitychange', tick);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }

  return () => useSyncExternalStore(subscribe, () => now);
}

/** The time, ms since the epoch, at most a minute old: ages on screen move once a minute, together, and only in sight. */
export const useMinute = createNow(60_000);

/** The same, at most a second old: for what people watch while they wait. */
export const useSecond = createNow(1_000);
