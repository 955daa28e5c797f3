import { MAX_TIMER_MS } from '../clock.ts';

/** The service's `X-RateLimit-*` headers; null where one is absent or unreadable. */
export interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** When the next window starts, ms since the epoch on our clock. */
  readonly resetAt: number | null;
}

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

/** Converts a time of the service's clock to ours through its `Date` header: a computer's clock can be minutes off. At most an hour ahead. */
function fromServiceTime(at: number, headers: HeaderReader, now: number): number {
  const serviceNow = httpDate(headers.get('date')) ?? now;
  return now + Math.min(Math.max(at - serviceNow, 0), MAX_TIMER_MS);
}

function afterSeconds(seconds: number, now: number): number {
  return now + Math.min(seconds * 1000, MAX_TIMER_MS);
}

/** `X-RateLimit-Reset` is sent as seconds left, epoch seconds or epoch milliseconds, which differ in size. */
function resetAt(headers: HeaderReader, now: number): number | null {
  const value = digits(headers.get('x-ratelimit-reset'));
  if (value === null) return null;
  if (value >= EPOCH_MILLISECONDS_FROM) return fromServiceTime(value, headers, now);
  if (value >= EPOCH_SECONDS_FROM) return fromServiceTime(value * 1000, headers, now);
  return afterSeconds(value, now);
}

/** @param now our clock, ms since the epoch */
export function readRateLimit(headers: HeaderReader, now: number): RateLimit {
  return {
    limit: digits(headers.get('x-ratelimit-limit')),
    remaining: digits(headers.get('x-ratelimit-remaining')),
    resetAt: resetAt(headers, now),
  };
}

/**
 * When to retry: `Retry-After` in seconds or as an HTTP date, else the reset of the rate limit, else null. At most an hour
 * after `now`; both ms since the epoch. The reset of a limit with requests remaining is ignored: another limit was reached.
 */
export function readRetryAt(headers: HeaderReader, now: number): number | null {
  const retryAfter = headers.get('retry-after');
  const seconds = digits(retryAfter);
  if (seconds !== null) return afterSeconds(seconds, now);
  const date = httpDate(retryAfter);
  if (date !== null) return fromServiceTime(date, headers, now);
  const remaining = digits(headers.get('x-ratelimit-remaining'));
  return remaining === null || remaining === 0 ? resetAt(headers, now) : null;
}
