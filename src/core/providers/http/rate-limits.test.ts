import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../shared/testing/any-character.ts';
import { readRateLimit, readRetryMs } from './rate-limits.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const SECOND = 1000;
const HOUR = 3_600_000;

/** Its monotonic time is unrelated to the wall time. */
const CLOCK = { now: () => NOW, monotonic: () => 5_000 };

function retryMs(headers: Record<string, string>): number | null {
  return readRetryMs(new Headers(headers), NOW);
}

function resetMs(headers: Record<string, string>): number | null {
  const { resetAt } = readRateLimit(new Headers(headers), CLOCK);
  return resetAt === null ? null : resetAt - CLOCK.monotonic();
}

const httpDate = (ms: number) => new Date(ms).toUTCString();

describe('readRetryMs', () => {
  test.each([
    ['0', 0],
    [' 120 ', 120 * SECOND],
    ['3601', HOUR],
    ['99999999999999999999', HOUR],
  ])('reads Retry-After: %s as seconds, at most an hour', (value, expected) => {
    expect(retryMs({ 'retry-after': value })).toBe(expected);
  });

  test.each([
    ['in the past', NOW - 5 * SECOND, 0],
    ['ahead', NOW + 90 * SECOND, 90 * SECOND],
    ['a year ahead', NOW + 365 * 24 * HOUR, HOUR],
  ])('reads an HTTP date that is %s', (_, date, expected) => {
    expect(retryMs({ 'retry-after': httpDate(date) })).toBe(expected);
  });

  test('measures an HTTP date from the Date header of the service', () => {
    const serviceNow = NOW - 7 * 60 * SECOND;
    expect(
      retryMs({ date: httpDate(serviceNow), 'retry-after': httpDate(serviceNow + 30 * SECOND) }),
    ).toBe(30 * SECOND);
  });

  test.each([
    '-5',
    'soon',
    '1.5',
    '5, 10',
    '',
    '2026-03-01T12:01:00Z',
    'Sun, 99 Foo 2026 12:00:00 GMT',
    'Sun, 01 Mar 2026 12:01:00 +0100',
    '9'.repeat(400),
  ])('ignores Retry-After: %s', (value) => {
    expect(retryMs({ 'retry-after': value })).toBeNull();
  });

  test('falls back to the reset of a limit that is used up', () => {
    expect(retryMs({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' })).toBe(40 * SECOND);
    expect(retryMs({ 'retry-after': 'soon', 'x-ratelimit-reset': '40' })).toBe(40 * SECOND);
  });

  test('ignores the reset of a limit with requests remaining', () => {
    expect(retryMs({ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '40' })).toBeNull();
  });
});

describe('readRateLimit', () => {
  test.each([
    ['seconds left', '30', 30 * SECOND],
    ['no seconds left', '0', 0],
    ['many seconds left', '86400', HOUR],
    ['epoch seconds', String(NOW / 1000 + 30), 30 * SECOND],
    ['epoch milliseconds', String(NOW + 30 * SECOND), 30 * SECOND],
    ['epoch milliseconds far ahead', '9999999999999', HOUR],
  ])('recognizes %s by size', (_, value, expected) => {
    expect(resetMs({ 'x-ratelimit-reset': value })).toBe(expected);
  });

  test.each(['-1', '1e9', '12.5', '', 'tomorrow'])('ignores a reset of "%s"', (value) => {
    expect(resetMs({ 'x-ratelimit-reset': value })).toBeNull();
  });

  test.each([-11, 11])('is correct for a service with a clock %i minutes off', (minutes) => {
    const serviceNow = NOW + minutes * 60 * SECOND;
    const date = httpDate(serviceNow);
    expect(resetMs({ date, 'x-ratelimit-reset': String(serviceNow / 1000 + 30) })).toBe(
      30 * SECOND,
    );
    expect(resetMs({ date, 'x-ratelimit-reset': String(serviceNow + 30 * SECOND) })).toBe(
      30 * SECOND,
    );
    expect(resetMs({ date, 'x-ratelimit-reset': '30' })).toBe(30 * SECOND);
  });
});

describe('random headers', () => {
  const day = 24 * HOUR;
  const date = fc.date({ min: new Date(0), max: new Date(NOW + 1000 * day), noInvalidDate: true });
  const headerText = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.bigInt(-(10n ** 21n), 10n ** 21n).map(String),
    fc.double().map(String),
    date.map((value) => value.toUTCString()),
    date.map((value) => value.toISOString()),
    date.map((value) => String(value.getTime())),
  );
  const names = ['retry-after', 'x-ratelimit-reset', 'x-ratelimit-remaining', 'date'] as const;

  test('yield a time between now and an hour ahead', () => {
    const headers = fc.dictionary(fc.constantFrom(...names), headerText);
    let times = 0;
    fc.assert(
      fc.property(headers, fc.nat(4_102_444_800_000), (texts, now) => {
        const reader = { get: (name: string) => texts[name] ?? null };
        const clock = { now: () => now, monotonic: () => 0 };
        for (const ms of [readRetryMs(reader, now), readRateLimit(reader, clock).resetAt]) {
          if (ms === null) continue;
          times += 1;
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(HOUR);
        }
      }),
      { numRuns: 500 },
    );
    expect(times).toBeGreaterThan(100);
  });
});
