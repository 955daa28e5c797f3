import { describe, expect, test } from 'vitest';
import type { Conditions } from './pace.ts';
import type { PollOutcome } from './poller.ts';
import { DEFAULT_CONDITIONS } from './poller.ts';
import { FAILED, outcome, pollerSetup } from './testing/setups.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const conditions = (change: Partial<Conditions>): Conditions => ({
  ...DEFAULT_CONDITIONS,
  ...change,
});

describe('polling', () => {
  test('starts at once and continues at the idle interval', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(2 * MINUTE);
    expect(times()).toEqual([0, 30, 60, 90, 120]);
  });

  test('does nothing before start, and ignores a second start', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.adapt(conditions({ isPanelOpen: true }));
    await poller.refresh();
    await clock.advance(MINUTE);
    expect(times()).toEqual([]);
    poller.start();
    poller.start();
    await clock.advance(5 * SECOND);
    expect(times()).toEqual([60]);
  });

  test('runs one poll at a time, each scheduled when the previous one has ended', async () => {
    const setup = pollerSetup();
    const { poller, clock, times } = setup;
    const first = Promise.withResolvers<PollOutcome>();
    setup.answer = () => first.promise;
    poller.start();
    const refreshed = Promise.all([poller.refresh(), poller.refresh()]);
    await clock.advance(10 * MINUTE);
    expect(times()).toEqual([0]);
    setup.answer = async () => outcome();
    first.resolve(outcome());
    await refreshed;
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 630]);
    expect(setup.maxRunning()).toBe(1);
  });

  test('reports when the next poll is, and null while polls are paused', async () => {
    const setup = pollerSetup(async () => FAILED);
    const { poller, clock, scheduled } = setup;
    const start = clock.now();
    poller.start();
    await clock.advance(10 * SECOND);
    expect(scheduled()).toEqual([start + MINUTE]);
    poller.adapt(conditions({ isPanelOpen: true }));
    expect(scheduled()).toEqual([start + 12.5 * SECOND]);
    setup.answer = async () => outcome({ pausedBy: 'signIn' });
    await clock.advance(10 * SECOND);
    expect(scheduled()).toEqual([null]);
  });

  test('sends a refused credential again after 1, 5, 15, then every 30 min, and at once when asked to', async () => {
    const setup = pollerSetup(async () => outcome({ isRefused: true, hasFailed: true }));
    const { poller, clock, times, scheduled } = setup;
    poller.start();
    poller.adapt(conditions({ isPanelOpen: true }));
    await clock.advance(85 * MINUTE);
    expect(times().map((at) => at / 60)).toEqual([0, 1, 6, 21, 51, 81]);
    expect(scheduled().at(-1)).toBe(clock.now() + 26 * MINUTE);
    await poller.refresh();
    await clock.advance(MINUTE);
    expect(times().map((at) => at / 60)).toEqual([0, 1, 6, 21, 51, 81, 85, 86]);
    setup.answer = async () => outcome();
    await clock.advance(5 * MINUTE + 10 * SECOND);
    expect(times().slice(8)).toEqual([91 * 60, 91 * 60 + 10]);
  });

  test('logs an internal error without its message, and continues as after a failed poll', async () => {
    const setup = pollerSetup(() => Promise.reject(new TypeError('an internal error')));
    const { poller, clock, times, internalErrors } = setup;
    poller.start();
    await clock.advance(MINUTE);
    expect(times()).toEqual([0, 60]);
    const internalError = 'poll.internal_error {"error":"TypeError","code":null}';
    expect(internalErrors).toEqual([internalError, internalError]);
    setup.answer = async () => outcome();
    await clock.advance(2 * MINUTE);
    expect(times()).toEqual([0, 60, 150, 180]);
  });
});

describe('stop', () => {
  test('leaves no timer and starts no poll', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(SECOND);
    poller.stop();
    expect(clock.pending()).toEqual([]);
    poller.start();
    poller.adapt(conditions({ isPanelOpen: true }));
    poller.suspend();
    poller.resume();
    await poller.refresh();
    await clock.advance(10 * MINUTE);
    expect(times()).toEqual([0]);
    expect(clock.pending()).toEqual([]);
  });

  test('cancels a running poll and drops its answer', async () => {
    const setup = pollerSetup();
    const { poller, clock, polls, times } = setup;
    const answer = Promise.withResolvers<PollOutcome>();
    setup.answer = () => answer.promise;
    poller.start();
    const refreshing = poller.refresh();
    poller.stop();
    expect(polls[0]?.signal.aborted).toBe(true);
    answer.resolve(outcome());
    await refreshing;
    await clock.advance(MINUTE);
    expect(times()).toEqual([0]);
    expect(clock.pending()).toEqual([]);
    expect(setup.internalErrors).toEqual([]);
  });
});

describe('refresh', () => {
  test('polls at once, and the next poll follows after a full interval', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(20 * SECOND);
    await poller.refresh();
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 20, 50]);
  });

  test('waits while the rate limit has no room for a poll', async () => {
    const setup = pollerSetup();
    const { poller, clock, times } = setup;
    const resetAt = clock.monotonic() + 2 * MINUTE;
    setup.answer = async () => outcome({ rateLimit: { remaining: 1, resetAt }, isLimited: true });
    poller.start();
    await clock.advance(MINUTE);
    await poller.refresh();
    expect(times()).toEqual([0]);
    setup.answer = async () => outcome();
    await clock.advance(MINUTE + 2 * SECOND);
    expect(times()).toEqual([0, 121]);
    await poller.refresh();
    expect(times()).toEqual([0, 121, 122]);
  });
});

describe('conditions', () => {
  test('an opened panel counts the time already waited', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(4 * SECOND);
    poller.adapt(conditions({ isPanelOpen: true }));
    await clock.advance(16 * SECOND);
    expect(times()).toEqual([0, 10, 20]);
  });

  test('a locked screen slows polling down, an unlocked one polls at once', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(SECOND);
    poller.adapt(conditions({ isScreenLocked: true }));
    await clock.advance(4 * MINUTE);
    expect(times()).toEqual([0, 120, 240]);
    poller.adapt(conditions({}));
    await clock.advance(0);
    expect(times()).toEqual([0, 120, 240, 241]);
  });

  test('a reconnect polls at once, changes while offline do not', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(SECOND);
    poller.adapt(conditions({ isOnline: false }));
    await clock.advance(50 * SECOND);
    poller.adapt(conditions({ isOnline: false, isScreenLocked: true }));
    poller.adapt(conditions({ isOnline: false }));
    await clock.advance(0);
    expect(times()).toEqual([0]);
    poller.adapt(conditions({}));
    await clock.advance(0);
    expect(times()).toEqual([0, 51]);
  });

  test('repeated changes neither stop nor speed up polling', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(SECOND);
      poller.adapt(conditions({}));
    }
    expect(times()).toEqual([0, 30, 60]);
  });
});

describe('a paused poller', () => {
  const moments: readonly [PollOutcome['pausedBy'], string, boolean][] = [
    ['signIn', 'refresh', true],
    ['signIn', 'unlock', false],
    ['signIn', 'online', false],
    ['signIn', 'wake', false],
    ['keychain', 'refresh', true],
    ['keychain', 'unlock', true],
    ['keychain', 'online', false],
    ['keychain', 'wake', true],
  ];

  test.each(moments)('paused by %s polls on %s: %s', async (pausedBy, moment, isTried) => {
    const setup = pollerSetup(async () => outcome({ pausedBy, hasFailed: true }));
    const { poller, clock, times } = setup;
    poller.start();
    poller.adapt(conditions({ isScreenLocked: true, isOnline: moment !== 'online' }));
    await clock.advance(24 * 60 * MINUTE);
    expect(times()).toEqual([0]);
    setup.answer = async () => outcome();
    if (moment === 'refresh') void poller.refresh();
    else if (moment === 'unlock') poller.adapt(conditions({}));
    else if (moment === 'online') poller.adapt(conditions({ isScreenLocked: true }));
    else {
      poller.suspend();
      poller.resume();
    }
    await clock.advance(0);
    expect(times()).toHaveLength(isTried ? 2 : 1);
    await clock.advance(10 * MINUTE);
    expect(times().length > 2).toBe(isTried);
  });
});

describe('sleep', () => {
  test('suspends polls and timers; wake polls at once and twice more, so that an alert is confirmed', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(SECOND);
    poller.suspend();
    expect(clock.pending()).toEqual([]);
    await poller.refresh();
    poller.adapt({ ...DEFAULT_CONDITIONS, isPanelOpen: true });
    await clock.advance(9 * HOUR);
    expect(times()).toEqual([0]);
    poller.adapt(DEFAULT_CONDITIONS);
    poller.resume();
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 32_401, 32_406, 32_411]);
  });

  test('cancels a running poll and ignores its late answer', async () => {
    const setup = pollerSetup();
    const { poller, clock, polls, times } = setup;
    const late = Promise.withResolvers<PollOutcome>();
    setup.answer = () => late.promise;
    poller.start();
    await clock.advance(SECOND);
    poller.suspend();
    expect(polls[0]?.signal.aborted).toBe(true);
    setup.answer = async () => outcome();
    await clock.advance(HOUR);
    poller.resume();
    await clock.advance(0);
    // Applied, it would pause polling until the next sign-in.
    late.resolve(outcome({ pausedBy: 'signIn', hasFailed: true }));
    await clock.advance(MINUTE);
    expect(times()).toEqual([0, 3_601, 3_606, 3_611, 3_641]);
  });

  test('polls every 5 s for a minute after wake while the network is down', async () => {
    const setup = pollerSetup(async () => FAILED);
    const { poller, clock, times } = setup;
    poller.start();
    await clock.advance(SECOND);
    poller.suspend();
    await clock.advance(HOUR - SECOND);
    poller.resume();
    await clock.advance(MINUTE);
    const afterWake = times().map((at) => at - 3_600);
    expect(afterWake).toEqual([-3_600, 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
    const before = times().length;
    await clock.advance(MINUTE);
    expect(times().length - before).toBeLessThanOrEqual(1);
  });

  test('keeps the retry time of the service across sleep', async () => {
    const setup = pollerSetup();
    const { poller, clock, times } = setup;
    const retryAt = clock.monotonic() + 10 * MINUTE;
    setup.answer = async () => outcome({ retryAt, isLimited: true, hasFailed: true });
    poller.start();
    await clock.advance(MINUTE);
    poller.suspend();
    await clock.advance(MINUTE);
    poller.resume();
    setup.answer = async () => outcome();
    await clock.advance(8 * MINUTE - 1);
    expect(times()).toEqual([0]);
    await clock.advance(1);
    expect(times()).toEqual([0, 600]);
  });

  test('ignores a second suspend or resume', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.resume();
    poller.start();
    poller.resume();
    await clock.advance(SECOND);
    poller.suspend();
    poller.suspend();
    poller.resume();
    poller.resume();
    await clock.advance(SECOND);
    expect(times()).toEqual([0, 1]);
  });
});
