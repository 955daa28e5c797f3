import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { leaseEffect, parseLease } from './lease.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 18, 0);

test.each([
  ['4h', 4 * HOUR],
  [' 90M ', 90 * MINUTE],
  ['2 d', 48 * HOUR],
  ['31d', 31 * 24 * HOUR],
])('%j is a duration', (text, ms) => {
  expect(parseLease(text, NOW)).toBe(NOW + ms);
});

test.each([
  '',
  '0h',
  '32d',
  '4',
  'h',
  '-1h',
  '1.5h',
  '24:00',
  '7:60',
  '19',
  '19:00:00',
  '4h30m',
  'off',
])('%j is not a time', (text) => {
  expect(parseLease(text, NOW)).toBeNull();
});

test.each([
  // Clocks in Berlin go from 02:00 to 03:00 on March 29 and from 03:00 to 02:00 on October 25.
  ['19:00', '2026-11-22T17:59:00Z', '2026-11-22T18:00:00Z'],
  ['19:00', '2026-11-22T18:00:00Z', '2026-11-23T18:00:00Z'],
  ['2:30', '2026-03-29T00:00:00Z', '2026-03-29T01:30:00Z'],
  ['03:00', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z'],
  ['02:30', '2026-10-24T23:00:00Z', '2026-10-25T00:30:00Z'],
  ['02:30', '2026-10-25T00:45:00Z', '2026-10-25T01:30:00Z'],
  ['02:30', '2026-10-25T01:45:00Z', '2026-10-26T01:30:00Z'],
])('%s in Berlin at %s is %s', (text, now, expected) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(new Date(parseLease(text, Date.parse(now)) ?? 0).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});

test('a time of the clock is the first minute that shows it, in every zone and night', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
  const two = (value: number) => String(value).padStart(2, '0');
  const shown = (at: number) => `${two(new Date(at).getHours())}:${two(new Date(at).getMinutes())}`;
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2027, 0, 1) / MINUTE }),
      fc.integer({ min: 0, max: 1_439 }),
      (zone, minute, time) => {
        vi.stubEnv('TZ', zone);
        const now = minute * MINUTE;
        const text = `${two(Math.floor(time / 60))}:${two(time % 60)}`;
        const at = parseLease(text, now) ?? 0;
        expect(at).toBeGreaterThan(now);
        let expected = now + MINUTE;
        while (shown(expected) !== text && expected < now + 25 * HOUR) expected += MINUTE;
        // A night may skip the time: then it is at most an hour late on the clock.
        if (shown(at) === text) expect(at).toBe(expected);
        else expect(at).toBeLessThanOrEqual(now + 25 * HOUR);
      },
    ),
    { numRuns: 60 },
  );
});

test('says that this computer must be awake, or that it only reminds', () => {
  expect(leaseEffect({ at: NOW + 4 * HOUR }, true, NOW)).toMatch(
    /^GPU Tray stops it at \S+, in 4 h\. This computer must be awake and online then;/,
  );
  expect(leaseEffect({ at: NOW + 4 * HOUR }, false, NOW)).toMatch(/^GPU Tray reminds you at/);
});
