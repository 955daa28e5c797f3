import { formatDuration, HOUR_MS, MINUTE_MS } from '../format/index.ts';
import type { Alert } from './alert.ts';

/** `12 min`; null: less than a minute. */
export function minutesOf(ms: number): string | null {
  if (ms < MINUTE_MS) return null;
  return ms < HOUR_MS ? `${Math.floor(ms / MINUTE_MS)} min` : formatDuration(ms);
}

/** How long the alert has been open, e.g. `for 12 min`; null: less than a minute. @param now ms since the epoch */
export function alertDuration({ openedAt }: Pick<Alert, 'openedAt'>, now: number): string | null {
  const minutes = minutesOf(now - openedAt);
  return minutes === null ? null : `for ${minutes}`;
}
