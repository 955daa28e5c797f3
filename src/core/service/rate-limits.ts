import { MAX_TIMER_MS } from '../clock.ts';

/** What the service says about its limits, from the `X-RateLimit-*` headers. Null: it did not say. */
export interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** When the window starts anew, ms since the epoch on our clock. */
  readonly resetAt: number | null;
}

type HeaderReader = Pick<Headers, 'get'>;

const EPOCH_SECONDS_FROM = 1_000_000_000;
const EPOCH_MILLISECONDS_FROM = 1_000_000_000_000;

function digits(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,20}$/.test(trimmed) ? Number(trimmed) : null;
}

/** RFC 9110 HTTP-date, in the form everybody sends (IMF-fixdate). `Date.parse` alone takes `120` and `-5` for years. */
function httpDate(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(trimmed))
    return null;
  const time = Date.parse(trimmed);
  return Number.isNaN(time) ? null : time;
}

/**
 * A moment of the service's clock as a moment of ours: many a laptop's clock is minutes off, so what counts is the distance
 * to the service's own `Date`. At most an hour ahead.
 */
function fromServiceTime(at: number, headers: HeaderReader, now: number): number {
  const serviceNow = httpDate(headers.get('date')) ?? now;
  return now + Math.min(Math.max(at - serviceNow, 0), MAX_TIMER_MS);
}

function afterSeconds(seconds: number, now: number): number {
  return now + Math.min(seconds * 1000, MAX_TIMER_MS);
}

/** `X-RateLimit-Reset` comes as seconds left, epoch seconds or epoch milliseconds; its size tells which. */
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
 * When the service allows the next try: `Retry-After` as seconds or HTTP date, else the reset of the limit, else null. At
 * most an hour ahead of `now`; both ms since the epoch. A limit of which something is said to remain is not the one that
 * was hit, so its reset says nothing.
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
