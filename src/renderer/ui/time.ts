import { useSyncExternalStore } from 'react';
import { formatDuration, MINUTE_MS } from '../../shared/format/index.ts';

/** A duration without seconds, for labels updated once a minute: `< 1 m`, `12 m`, `9 h`. @param ms duration */
export function coarseDuration(ms: number): string {
  return ms < MINUTE_MS ? '< 1 m' : formatDuration(ms);
}

/** `0:42`; from an hour on `1 h`. @param ms duration; negative counts as 0 */
export function stopwatch(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  if (seconds >= 3_600) return formatDuration(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `just now`, `4 m ago`. @param at @param now ms since the epoch */
export function ago(at: number, now: number): string {
  return now - at < MINUTE_MS ? 'just now' : `${formatDuration(now - at)} ago`;
}

/** As `ago`, and `in 2 d` for a time to come. */
export function fromNow(at: number, now: number): string {
  return at - now < MINUTE_MS ? ago(at, now) : `in ${formatDuration(at - now)}`;
}

/** A clock with one timer for all subscribers, read when it is first shown; stops without subscribers and skips ticks while the page is hidden. */
function createNow(everyMs: number): () => number {
  let now = 0;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function tick(): void {
    if (document.hidden) return;
    now = Date.now();
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      // A new value renders all subscribers again, so a recent one is kept. The clock may have been set back.
      if (Math.abs(Date.now() - now) >= 1_000) now = Date.now();
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

  return () => useSyncExternalStore(subscribe, () => (now ||= Date.now()));
}

export const useMinute = createNow(60_000);

export const useSecond = createNow(1_000);

/** How long a VM has run: `12 h`, `≥ 12 h` since it was first seen running; null: unknown, or seen for less than a minute. */
export function runTime(since: number | null, firstSeen: number | null, now: number) {
  if (since !== null) return coarseDuration(now - since);
  const seen = firstSeen === null ? 0 : now - firstSeen;
  return seen < MINUTE_MS ? null : `≥ ${coarseDuration(seen)}`;
}
