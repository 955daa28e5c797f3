import { afterEach, describe, expect, test } from 'vitest';
import { clockTime, formatDuration, parseDateTime } from './time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  [-1, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 m'],
  [HOUR - 1, '59 m'],
  [HOUR, '1 h'],
  [DAY, '24 h'],
  [2 * DAY - 1, '47 h'],
  [2 * DAY, '2 d'],
  [400 * DAY, '400 d'],
  [Number.NaN, '?'],
  [Number.POSITIVE_INFINITY, '?'],
])('formats %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

describe('the age of a date-time', () => {
  const now = Date.UTC(2026, 0, 2, 12);
  const ageOf = (text: string | null) => {
    const at = parseDateTime(text);
    return at === null ? '?' : formatDuration(now - at);
  };
  const zone = process.env['TZ'];

  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each([
    ['2026-01-02T11:00:00Z', '1 h'],
    ['2026-01-02T11:00:00.123456Z', '59 m'],
    ['2026-01-02t11:00:00z', '1 h'],
    ['2026-01-02 11:00:00Z', '1 h'],
    ['2026-01-02T13:00:00+02:00', '1 h'],
    ['2026-01-02T05:30:00-05:30', '1 h'],
    ['2026-01-02T13:00:00+0200', '1 h'],
    ['2026-01-02', '12 h'],
    ['2025-12-01T12:00:00Z', '32 d'],
    ['2026-01-03T00:00:00Z', '0 s'],
    ['2024-02-29T12:00:00Z', '673 d'],
  ])('of %s is %s', (time, age) => {
    expect(ageOf(time)).toBe(age);
  });

  test.each(['Asia/Kolkata', 'America/New_York', 'UTC'])(
    'without a zone counts from UTC in %s',
    (timeZone) => {
      process.env['TZ'] = timeZone;
      expect(ageOf('2026-01-02T11:00:00')).toBe('1 h');
      expect(ageOf('2026-01-02T11:00:00.5')).toBe('59 m');
    },
  );

  // `Date.parse` reads '120' as the year 120 and '-5' as 2001.
  test.each([
    null,
    '',
    '120',
    '-5',
    '1767355200',
    'yesterday',
    '2026',
    '2026-13-45T00:00:00Z',
    '2026-01-02T25:00:00Z',
    // `Date.parse` reads these as days of the next month.
    '2025-02-29T00:00:00Z',
    '2025-11-31',
    '2025-11-31T10:00:00+02:00',
    'Fri, 02 Jan 2026 11:00:00 GMT',
    '2026-01-02T11:00:00Z and more',
    '+275760-09-14T00:00:00Z',
    // What services send for "never".
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
  ])('of %j is unknown', (time) => {
    expect(ageOf(time)).toBe('?');
  });
});

test('clockTime is the local time of day', () => {
  expect(clockTime(new Date(2026, 0, 2, 9, 3, 59).getTime())).toBe('09:03');
});
