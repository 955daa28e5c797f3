export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A duration in its largest unit: `41 s`, `12 m`, `9 h`, `3 d`. @param ms negative counts as 0 */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '?';
  const duration = Math.max(0, ms);
  if (duration < MINUTE_MS) return `${Math.floor(duration / SECOND_MS)} s`;
  if (duration < HOUR_MS) return `${Math.floor(duration / MINUTE_MS)} m`;
  if (duration < 2 * DAY_MS) return `${Math.floor(duration / HOUR_MS)} h`;
  return `${Math.floor(duration / DAY_MS)} d`;
}

/** The local time of day: `14:03`. @param at ms since the epoch */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Such as `November`. Without `Intl`, which takes 15 ms to load. @param index from 0 */
export function monthOfYear(index: number): string {
  return MONTHS[index] ?? '';
}

/** The local day: `Nov 21`. @param at ms since the epoch */
export function shortDate(at: number): string {
  const date = new Date(at);
  return `${monthOfYear(date.getMonth()).slice(0, 3)} ${date.getDate()}`;
}

/** The day in UTC, `YYYY-MM-DD`, like those of the service's usage. @param at ms since the epoch */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** RFC 3339, and common deviations: a space for the `T`, a zone without a colon or none. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:[Zz]|([+-]\d{2}):?(\d{2}))?)?$/;

/** No VM is older; some services write "never" as an earlier date. */
const EARLIEST = Date.UTC(2000, 0, 1);

/** Every month has the days up to 28; of the others, `Date.parse` takes February 30 for March 2. @param date `YYYY-MM-DD` */
function isDayOfMonth(date: string): boolean {
  const day = Number(date.slice(8));
  return day <= 28 || new Date(date).getUTCDate() === day;
}

/** The day in UTC, `Nov 28 (UTC)`; null: the user's days are the same. @param now ms since the epoch */
export function otherUtcDay(now: number): string | null {
  const date = new Date(now);
  const day = `${monthOfYear(date.getUTCMonth()).slice(0, 3)} ${date.getUTCDate()} (UTC)`;
  return date.getTimezoneOffset() === 0 ? null : day;
}

/**
 * Parses a date-time of the service as ms since the epoch; null when absent, invalid, or before 2000. Stricter than `Date.parse`,
 * which reads `120` as a year, `-5` as 2001, and a time without a zone as local, where services mean UTC.
 */
export function parseDateTime(text: string | null): number | null {
  const [, date, time = '00:00', hours, minutes] = DATE_TIME.exec(text ?? '') ?? [];
  if (date === undefined || !isDayOfMonth(date)) return null;
  const at = Date.parse(`${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return at >= EARLIEST ? at : null;
}
