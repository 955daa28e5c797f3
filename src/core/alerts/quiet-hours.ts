import type { Snooze } from '../../shared/alerts/index.ts';
import { HOUR_MS } from '../../shared/format/index.ts';
import type { QuietHours } from '../../shared/settings/index.ts';

/** When a snooze until tomorrow ends, on the local clock. */
const MORNING = 8;

/** Whether a time is in the quiet hours, by the local clock. They are empty when they end as they begin. */
export function isQuietAt(at: number, { isOn, from, to }: QuietHours): boolean {
  const date = new Date(at);
  const minute = date.getHours() * 60 + date.getMinutes();
  const isIn = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isOn && from !== to && isIn;
}

export function snoozeEnd(snooze: Snooze, now: number): number {
  if (snooze === 'hour') return now + HOUR_MS;
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, MORNING).getTime();
}
