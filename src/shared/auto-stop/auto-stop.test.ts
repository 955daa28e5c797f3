import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { hiding } from '../format/index.ts';
import { autoStopEffect, autoStopMeaning } from '../operations/operation-texts.ts';
import { type AutoStopLimit, autoStopLabel } from './auto-stop.ts';
import { autoStopText, parseAutoStop } from './parse-auto-stop.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 18, 0);

const time = (ms: number) => ({ kind: 'time', at: NOW + ms, ms }) as const;
const idle = (ms: number) => ({ kind: 'idle', ms, since: NOW }) as const;
const spend = (amount: number) => ({ kind: 'spend', amount, since: NOW }) as const;

test.each<[string, AutoStopLimit, string?]>([
  ['4h', time(4 * HOUR)],
  [' 90M ', time(90 * MINUTE)],
  ['2 d', time(48 * HOUR)],
  ['31d', time(31 * 24 * HOUR)],
  ['in 1 hour', time(HOUR)],
  ['90 min', time(90 * MINUTE)],
  ['2 days', time(48 * HOUR)],
  ['idle 1h', idle(HOUR), 'until idle 1 h'],
  [' Idle  90m', idle(90 * MINUTE), 'until idle 90 m'],
  ['when idle for 2 hours', idle(2 * HOUR), 'until idle 2 h'],
  ['€ 2.50', spend(2.5), 'until $2.50'],
  ['spend 125.50', spend(125.5), 'until $125.50'],
])('%j is a limit', (text, limit, label) => {
  expect(parseAutoStop(text, NOW)).toEqual(limit);
  if (label === undefined) return;
  expect(autoStopLabel({ kind: 'stop', limit }, NOW)).toBe(label);
  expect(autoStopLabel({ kind: 'reminder', limit }, NOW)).toBe(label.replace('until', 'reminder'));
});

test('the text of a limit means the same limit from then on', () => {
  const texts = fc.oneof(
    fc.integer({ min: 1, max: 31 * 24 * 60 }).map((minutes) => `${minutes}m`),
    fc.integer({ min: 1, max: 31 * 24 }).map((hours) => `idle ${hours}h`),
    fc.integer({ min: 1, max: 99_999_999 }).map((cents) => `spend ${cents / 100}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const limit = parseAutoStop(text, NOW);
      expect(limit && parseAutoStop(autoStopText(limit, NOW), NOW)).toEqual(limit);
      expect(limit).not.toBeNull();
    }),
  );
});

test('hidden amounts are in no text of an auto-stop', () => {
  const limit = { kind: 'spend', amount: 25, since: NOW } as const;
  const hide = hiding({ hideAmounts: true });
  expect(hide(autoStopLabel({ kind: 'stop', limit }, NOW))).toBe('until ••••');
  expect(hide(autoStopEffect({ limit }, null, NOW))).toMatch(/^Stops once it has cost •••• since/);
});

test.each([
  ...['', 'spend 0', '$1e3', 'idle 0h', 'idle 19:00', 'idle tomorrow 9:00', '0h', '32d', '1.5h'],
  ...['4', '24', '24:00', '19:00:00', '0am', '13pm', 'tomorrow', 'today 17:59', '4h30m'],
])('%j is not a time', (text) => {
  expect(parseAutoStop(text, NOW)).toBeNull();
});

test.each([
  // Clocks in Berlin go from 02:00 to 03:00 on March 29 and from 03:00 to 02:00 on October 25.
  ['19:00', '2026-11-22T17:59:00Z', '2026-11-22T18:00:00Z'],
  ['19:00', '2026-11-22T18:00:00Z', '2026-11-23T18:00:00Z'],
  ['2:30', '2026-03-29T00:00:00Z', '2026-03-29T01:30:00Z'],
  ['03:00', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z'],
  ['02:30', '2026-10-24T23:00:00Z', '2026-10-25T00:30:00Z'],
  ['02:30', '2026-10-25T01:45:00Z', '2026-10-26T01:30:00Z'],
  ['19', '2026-11-22T17:59:00Z', '2026-11-22T18:00:00Z'],
  ['7pm', '2026-11-22T17:59:00Z', '2026-11-22T18:00:00Z'],
  ['at 7:30 PM', '2026-11-22T17:59:00Z', '2026-11-22T18:30:00Z'],
  ['12am', '2026-11-22T17:59:00Z', '2026-11-22T23:00:00Z'],
  ['12pm', '2026-11-22T17:59:00Z', '2026-11-23T11:00:00Z'],
  ['today 19:00', '2026-11-22T17:59:00Z', '2026-11-22T18:00:00Z'],
  ['tomorrow 9:00', '2026-11-22T05:00:00Z', '2026-11-23T08:00:00Z'],
  ['Tomorrow at 9', '2026-11-22T05:00:00Z', '2026-11-23T08:00:00Z'],
  ['tomorrow 2:30', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z'],
])('%s in Berlin at %s is %s', (text, now, expected) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(parseAutoStop(text, Date.parse(now))).toEqual({ kind: 'time', at: Date.parse(expected) });
});

test('no text means a time that is past or more than 31 days away', () => {
  const part = fc.constantFrom(
    ...['today', 'tomorrow', 'at', 'in', 'idle', 'for', 'spend', '$', ':', 'am', 'pm'],
    ...['h', 'min', 'days', '0', '5', '12', '19', '00', '30', '99999', ' ', '-', '.'],
  );
  const texts = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, fc.integer({ min: NOW, max: NOW + 365 * 24 * HOUR }), (typed, now) => {
      const limit = parseAutoStop(typed, now);
      if (limit?.kind !== 'time') return;
      expect(limit.at).toBeGreaterThan(now);
      expect(limit.at - now).toBeLessThanOrEqual(31 * 24 * HOUR);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['4h', 'Stops today at 19:00, in 4 h.'],
  ['90m', 'Stops today at 16:30, in 90 m.'],
  ['tomorrow 9:00', 'Stops tomorrow at 09:00, in 18 h.'],
  ['5d', 'Stops on Nov 27 at 15:00, in 5 d.'],
  ['idle 1h', 'Stops once idle for 1 h.'],
  ['$25', 'Stops once it has cost $25.00 since 15:00.'],
])('says what was understood of %s', (text, meaning) => {
  vi.stubEnv('TZ', 'UTC');
  const now = Date.UTC(2026, 10, 22, 15);
  const limit = parseAutoStop(text, now);
  expect(limit && autoStopMeaning(limit, true, now)).toBe(meaning);
});
