const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration as people say it, in its largest unit: `41 s`, `12 m`, `9 h`, `3 d`. @param ms a negative one counts as 0 */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '?';
  const duration = Math.max(0, ms);
  if (duration < MINUTE) return `${Math.floor(duration / SECOND)} s`;
  if (duration < HOUR) return `${Math.floor(duration / MINUTE)} m`;
  if (duration < 2 * DAY) return `${Math.floor(duration / HOUR)} h`;
  return `${Math.floor(duration / DAY)} d`;
}

/** How long ago an ISO date-time of the service was; `?` when there is none or it is none. @param now ms since the epoch */
export function formatAge(isoTime: string | null, now: number): string {
  return isoTime === null ? '?' : formatDuration(now - Date.parse(isoTime));
}
