import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDelay, PACE_MS, type PaceInput } from './pace.ts';

const NOW = Date.UTC(2026, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const QUIET: PaceInput = {
  now: NOW,
  isChanging: false,
  isPanelOpen: false,
  isScreenLocked: false,
  isOnline: true,
  isWaking: false,
  failures: 0,
  retryAt: null,
  isLimited: true,
  opensAt: null,
  spacing: 0,
  // The middle of the jitter.
  random: () => 0.5,
};

const delay = (change: Partial<PaceInput>) => nextDelay({ ...QUIET, ...change });
describe('the interval', () => {
  test.each<[string, Partial<PaceInput>, number]>([
    ['idle', {}, 30 * SECOND],
    ['idle with another interval', { idleMs: 5 * MINUTE }, 5 * MINUTE],
    ['the panel is open', { isPanelOpen: true, idleMs: 5 * MINUTE }, 10 * SECOND],
    ['a VM is changing', { isChanging: true, isPanelOpen: true }, 5 * SECOND],
    ['the screen is locked', { isScreenLocked: true, isChanging: true }, 2 * MINUTE],
    ['offline', { isOnline: false, isPanelOpen: true, isChanging: true }, 2 * MINUTE],
    ['waking up', { isWaking: true, isScreenLocked: true, failures: 3 }, 5 * SECOND],
    ['waking up without a network', { isWaking: true, isOnline: false }, 2 * MINUTE],
  ])('%s', (_name, change, ms) => {
    expect(delay(change)).toBe(ms);
  });
});

describe('after failures', () => {
  test.each([
    [1, 30 * SECOND, 90 * SECOND],
    [2, 30 * SECOND, 150 * SECOND],
    [3, 30 * SECOND, 270 * SECOND],
    [4, 30 * SECOND, 330 * SECOND],
    [1_000_000, 30 * SECOND, 330 * SECOND],
  ])('%d in a row: from %d to %d ms', (failures, least, most) => {
    expect(delay({ failures, random: () => 0 })).toBe(least);
    expect(delay({ failures, random: () => 1 })).toBe(most);
  });

  test.each([
    ['while the panel is open', { isPanelOpen: true }, 10 * SECOND, 15 * SECOND],
    ['while a VM changes too', { isPanelOpen: true, isChanging: true }, 5 * SECOND, 15 * SECOND],
    ['offline', { isPanelOpen: true, isOnline: false }, 2 * MINUTE, 7 * MINUTE],
  ])('%s', (_name, change, least, most) => {
    expect(delay({ ...change, failures: 9, random: () => 0 })).toBe(least);
    expect(delay({ ...change, failures: 9, random: () => 1 })).toBe(most);
  });

  test('the time of the service replaces our backoff', () => {
    expect(delay({ failures: 9, retryAt: NOW + 40 * SECOND, random: () => 1 })).toBe(40 * SECOND);
    expect(delay({ failures: 1, retryAt: NOW + 20 * MINUTE, random: () => 0 })).toBe(20 * MINUTE);
  });

  test('the time of the service never shortens the interval', () => {
    expect(delay({ retryAt: NOW - HOUR })).toBe(30 * SECOND);
    expect(delay({ retryAt: NOW + SECOND, isScreenLocked: true })).toBe(2 * MINUTE);
  });
});

describe('the rate limit', () => {
  test.each<[string, Partial<PaceInput>, number]>([
    ['plenty is left', { spacing: 5 * SECOND }, 30 * SECOND],
    ['the remaining polls are spread over the rest of the window', { spacing: MINUTE }, MINUTE],
    ['no poll fits', { opensAt: NOW + 51 * SECOND }, 51 * SECOND],
    ['the next window is days away', { opensAt: NOW + 72 * HOUR }, HOUR],
  ])('%s', (_name, change, ms) => {
    expect(delay(change)).toBe(ms);
  });
});

test.each<[string, Partial<PaceInput>, number]>([
  ['for a retry time', { retryAt: NOW + MINUTE }, 30 * SECOND],
  ['of a minute for a used-up limit', { opensAt: NOW + 61 * SECOND }, 61 * SECOND],
  ['of more for a used-up limit', { opensAt: NOW + 61 * SECOND + 1 }, 30 * SECOND],
])('a wait %s that is not shown yet', (_name, change, ms) => {
  expect(delay({ ...change, isLimited: false })).toBe(ms);
});

test('the delay is valid for a timer and never before the time of the service', () => {
  const moment = fc.option(
    fc.oneof(
      fc.integer({ min: NOW - HOUR, max: NOW + 2 * HOUR }),
      fc.double(),
      fc.constantFrom(Number.MAX_VALUE, Number.MIN_VALUE, -Number.MAX_VALUE),
    ),
  );
  const count = fc.oneof(fc.nat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
  const input = fc.record({
    now: fc.constant(NOW),
    isChanging: fc.boolean(),
    isPanelOpen: fc.boolean(),
    isScreenLocked: fc.boolean(),
    isOnline: fc.boolean(),
    isWaking: fc.boolean(),
    failures: count,
    retryAt: moment,
    isLimited: fc.constant(true),
    opensAt: moment,
    spacing: fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true })),
    random: fc
      .double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
      .map((value) => () => value),
  });
  fc.assert(
    fc.property(input, (given) => {
      const ms = nextDelay(given);
      expect(ms).toBeGreaterThanOrEqual(0.9 * PACE_MS.changing);
      expect(ms).toBeLessThanOrEqual(HOUR);
      const { retryAt } = given;
      if (retryAt !== null && retryAt <= NOW + HOUR)
        expect(NOW + ms).toBeGreaterThanOrEqual(retryAt);
    }),
    { numRuns: 500 },
  );
});
