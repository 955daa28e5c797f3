import { type Clock, clampDelay } from '../../clock.ts';

/** Reset times in whole seconds may be rounded down. */
export const RESET_SLACK_MS = 1_000;

type HeaderReader = Pick<Headers, 'get'>;

const EPOCH_SECONDS_FROM = 1_000_000_000;
const EPOCH_MILLISECONDS_FROM = 1_000_000_000_000;

function digits(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,20}$/.test(trimmed) ? Number(trimmed) : null;
}

/** An HTTP date (RFC 9110, IMF-fixdate) as ms since the epoch. `Date.parse` alone reads `120` and `-5` as years. */
export function httpDate(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(trimmed))
    return null;
  const time = Date.parse(trimmed);
  return Number.isNaN(time) ? null : time;
}

/** ms until a time of the service's clock, known from its `Date` header: a computer's clock can be minutes off. At most an hour. */
function untilServiceTime(at: number, headers: HeaderReader, now: number): number {
  return clampDelay(at - (httpDate(headers.get('date')) ?? now));
}

/** ms until the next window. `X-RateLimit-Reset` is sent as seconds left, epoch seconds or epoch milliseconds, which differ in size. */
function untilReset(headers: HeaderReader, now: number): number | null {
  const value = digits(headers.get('x-ratelimit-reset'));
  if (value === null) return null;
  if (value >= EPOCH_MILLISECONDS_FROM) return untilServiceTime(value, headers, now);
  if (value >= EPOCH_SECONDS_FROM) return untilServiceTime(value * 1000, headers, now);
  return clampDelay(value * 1000);
}

const readRemaining = (headers: HeaderReader) => digits(headers.get('x-ratelimit-remaining'));

export type RateLimit = ReturnType<typeof readRateLimit>;

/** The provider's `X-RateLimit-*` headers; null where one is absent or unreadable. */
export function readRateLimit(headers: HeaderReader, clock: Pick<Clock, 'now' | 'monotonic'>) {
  const resetMs = untilReset(headers, clock.now());
  /** When the next window starts, monotonic ms: our wall clock can be set meanwhile. */
  const resetAt = resetMs === null ? null : clock.monotonic() + resetMs;
  return { remaining: readRemaining(headers), resetAt };
}

/** ms until the retry, at most an hour: `Retry-After`, else the reset of a used up limit, else null. @param now ms since the epoch */
export function readRetryMs(headers: HeaderReader, now: number): number | null {
  const retryAfter = headers.get('retry-after');
  const seconds = digits(retryAfter);
  if (seconds !== null) return clampDelay(seconds * 1000);
  const date = httpDate(retryAfter);
  if (date !== null) return untilServiceTime(date, headers, now);
  return (readRemaining(headers) ?? 0) === 0 ? untilReset(headers, now) : null;
}
