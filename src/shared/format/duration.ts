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

/** The local time of day: `14:03`. @param at ms since the epoch */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A date-time as RFC 3339 has it, and what services make of it: a space for the `T`, the zone without a colon or left out. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:[Zz]|([+-]\d{2}):?(\d{2}))?)?$/;

/** No VM is older: an earlier date is how some services write "never". */
const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * A date-time of the service as ms since the epoch; null when there is none, it is none, or it is before 2000. Only a whole one counts:
 * `Date.parse` takes `120` for a year and `-5` for 2001, and one without a zone for the time of this computer, where a
 * service means UTC.
 */
export function parseDateTime(text: string | null): number | null {
  const [, date, time = '00:00', hours, minutes] = DATE_TIME.exec(text ?? '') ?? [];
  if (date === undefined) return null;
  const at = Date.parse(`${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return at >= EARLIEST ? at : null;
}
