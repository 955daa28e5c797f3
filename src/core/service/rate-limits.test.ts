import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRateLimit, readRetryAt } from './rate-limits.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const SECOND = 1000;
const HOUR = 3_600_000;

function retryAt(headers: Record<string, string>): number | null {
  return readRetryAt(new Headers(headers), NOW);
}

function resetAt(headers: Record<string, string>): number | null {
  return readRateLimit(new Headers(headers), NOW).resetAt;
}

const httpDate = (ms: number) => new Date(ms).toUTCString();

describe('readRetryAt', () => {
  it.each([
    ['0', 0],
    ['1', SECOND],
    [' 120 ', 120 * SECOND],
    ['007', 7 * SECOND],
    ['3600', HOUR],
    ['3601', HOUR],
    ['99999999999999999999', HOUR],
  ])('reads Retry-After: %s as seconds, at most an hour', (value, expected) => {
    expect(retryAt({ 'retry-after': value })).toBe(NOW + expected);
  });

  it.each([
    ['in the past', NOW - 5 * SECOND, 0],
    ['now', NOW, 0],
    ['ahead', NOW + 90 * SECOND, 90 * SECOND],
    ['a year ahead', NOW + 365 * 24 * HOUR, HOUR],
  ])('reads an HTTP date that is %s', (_, date, expected) => {
    expect(retryAt({ 'retry-after': httpDate(date) })).toBe(NOW + expected);
  });

  it('measures an HTTP date from the Date header of the service', () => {
    const serviceNow = NOW - 7 * 60 * SECOND;
    expect(
      retryAt({ date: httpDate(serviceNow), 'retry-after': httpDate(serviceNow + 30 * SECOND) }),
    ).toBe(NOW + 30 * SECOND);
  });

  it.each([
    '-5',
    '+5',
    'soon',
    '1e3',
    '1.5',
    '0x10',
    '5, 10',
    '',
    'Infinity',
    'NaN',
    '2026-03-01T12:01:00Z',
    'Sun, 99 Foo 2026 12:00:00 GMT',
    'Sun, 01 Mar 2026 12:01:00 +0100',
    '9'.repeat(400),
  ])('ignores Retry-After: %s', (value) => {
    expect(retryAt({ 'retry-after': value })).toBeNull();
  });

  it('is null without headers', () => {
    expect(retryAt({})).toBeNull();
  });

  it('falls back to the reset of a limit that is used up', () => {
    expect(retryAt({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' })).toBe(
      NOW + 40 * SECOND,
    );
    expect(retryAt({ 'retry-after': 'soon', 'x-ratelimit-reset': '40' })).toBe(NOW + 40 * SECOND);
  });

  it('ignores the reset of a limit with requests remaining', () => {
    expect(retryAt({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '40' })).toBeNull();
  });

  it('prefers Retry-After to the reset', () => {
    expect(retryAt({ 'retry-after': '5', 'x-ratelimit-reset': '40' })).toBe(NOW + 5 * SECOND);
  });
});

describe('readRateLimit', () => {
  it('reads the numbers', () => {
    const headers = new Headers({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
    expect(readRateLimit(headers, NOW)).toEqual({ limit: 60, remaining: 59, resetAt: null });
  });

  it('ignores other values', () => {
    const headers = new Headers({ 'x-ratelimit-limit': '60, 60;w=60', 'x-ratelimit-reset': 'x' });
    expect(readRateLimit(headers, NOW)).toEqual({ limit: null, remaining: null, resetAt: null });
  });

  it.each([
    ['seconds left', '30', 30 * SECOND],
    ['no seconds left', '0', 0],
    ['many seconds left', '86400', HOUR],
    ['epoch seconds', String(NOW / 1000 + 30), 30 * SECOND],
    ['epoch seconds that are over', String(NOW / 1000 - 30), 0],
    ['epoch milliseconds', String(NOW + 30 * SECOND), 30 * SECOND],
    ['epoch milliseconds far ahead', '9999999999999', HOUR],
    ['more digits than a time has', '99999999999999999999', HOUR],
  ])('recognizes %s by size', (_, value, expected) => {
    expect(resetAt({ 'x-ratelimit-reset': value })).toBe(NOW + expected);
  });

  it.each(['-1', '1e9', '12.5', '', 'tomorrow'])('ignores a reset of "%s"', (value) => {
    expect(resetAt({ 'x-ratelimit-reset': value })).toBeNull();
  });

  it.each([-11, 11])('is correct for a service with a clock %i minutes off', (minutes) => {
    const serviceNow = NOW + minutes * 60 * SECOND;
    const date = httpDate(serviceNow);
    expect(resetAt({ date, 'x-ratelimit-reset': String(serviceNow / 1000 + 30) })).toBe(
      NOW + 30 * SECOND,
    );
    expect(resetAt({ date, 'x-ratelimit-reset': String(serviceNow + 30 * SECOND) })).toBe(
      NOW + 30 * SECOND,
    );
    expect(resetAt({ date, 'x-ratelimit-reset': '30' })).toBe(NOW + 30 * SECOND);
  });

  it('uses our clock when the Date header is unreadable', () => {
    const reset = String(NOW / 1000 + 30);
    expect(resetAt({ date: 'yesterday', 'x-ratelimit-reset': reset })).toBe(NOW + 30 * SECOND);
  });
});

describe('random headers', () => {
  const day = 24 * HOUR;
  const date = fc.date({ min: new Date(0), max: new Date(NOW + 1000 * day), noInvalidDate: true });
  const headerText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.bigInt(-(10n ** 21n), 10n ** 21n).map(String),
    fc.double().map(String),
    date.map((value) => value.toUTCString()),
    date.map((value) => value.toISOString()),
    date.map((value) => String(value.getTime())),
  );
  const names = ['retry-after', 'x-ratelimit-reset', 'x-ratelimit-remaining', 'date'] as const;

  it('yield a time between now and an hour ahead', () => {
    const headers = fc.dictionary(fc.constantFrom(...names), headerText);
    let times = 0;
    fc.assert(
      fc.property(headers, fc.nat(4_102_444_800_000), (texts, now) => {
        const reader = { get: (name: string) => texts[name] ?? null };
        for (const at of [readRetryAt(reader, now), readRateLimit(reader, now).resetAt]) {
          if (at === null) continue;
          times += 1;
          expect(at).toBeGreaterThanOrEqual(now);
          expect(at).toBeLessThanOrEqual(now + HOUR);
        }
      }),
      { numRuns: 2000 },
    );
    expect(times).toBeGreaterThan(100);
  });
});
