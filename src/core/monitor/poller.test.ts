import { describe, expect, test } from 'vitest';
import type { Conditions, PollOutcome } from './poller.ts';
import { USUAL_CONDITIONS } from './poller.ts';
import { FAILED, outcome, pollerSetup } from './testing/poller-setup.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const conditions = (change: Partial<Conditions>): Conditions => ({
  ...USUAL_CONDITIONS,
  ...change,
});

describe('polls', () => {
  test('begin at once and go on at the usual pace', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(2 * MINUTE);
    expect(times()).toEqual([0, 30, 60, 90, 120]);
  });

  test('do not begin before the start, and a second start begins nothing', async () => {
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

  test('come one at a time, each scheduled when the one before has ended', async () => {
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
    expect(setup.mostAtOnce()).toBe(1);
  });

  test('that fail come more rarely, until one succeeds', async () => {
    const setup = pollerSetup(async () => FAILED);
    const { poller, clock, times } = setup;
    poller.start();
    await clock.advance(15 * MINUTE);
    // 30 s, and half of 60, 120, 240 and then 300 s.
    expect(times()).toEqual([0, 60, 150, 300, 480, 660, 840]);
    setup.answer = async () => outcome();
    await clock.advance(4 * MINUTE);
    expect(times().slice(7)).toEqual([1020, 1050, 1080, 1110, 1140]);
  });

  test('that end in a defect are noted, and go on like failed ones', async () => {
    const setup = pollerSetup(() => Promise.reject(new TypeError('a defect')));
    const { poller, clock, times, defects } = setup;
    poller.start();
    await clock.advance(MINUTE);
    expect(times()).toEqual([0, 60]);
    expect(defects).toEqual(['poll.defect', 'poll.defect']);
    setup.answer = async () => outcome();
    await clock.advance(2 * MINUTE);
    expect(times()).toEqual([0, 60, 150, 180]);
  });
});

describe('stop', () => {
  test('leaves no timer and begins nothing any more', async () => {
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

  test('cancels the poll under way and drops its answer', async () => {
    const setup = pollerSetup();
    const { poller, clock, asked, times } = setup;
    const answer = Promise.withResolvers<PollOutcome>();
    setup.answer = () => answer.promise;
    poller.start();
    const refreshing = poller.refresh();
    poller.stop();
    expect(asked[0]?.signal.aborted).toBe(true);
    answer.resolve(outcome());
    await refreshing;
    await clock.advance(MINUTE);
    expect(times()).toEqual([0]);
    expect(clock.pending()).toEqual([]);
    expect(setup.defects).toEqual([]);
  });
});

describe('a person who asks for fresh figures', () => {
  test('gets a poll at once, and the next one comes a whole interval later', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(20 * SECOND);
    await poller.refresh();
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 20, 50]);
  });

  test('does not get past the time that the service gave', async () => {
    const setup = pollerSetup();
    const { poller, clock, times } = setup;
    setup.answer = async () => outcome({ retryAt: clock.now() + 2 * MINUTE, hasFailed: true });
    poller.start();
    await clock.advance(MINUTE);
    await poller.refresh();
    expect(times()).toEqual([0]);
    await clock.advance(MINUTE);
    expect(times()).toEqual([0, 120]);
  });

  test('does not get past a limit that has no room for a poll', async () => {
    const setup = pollerSetup();
    const { poller, clock, times } = setup;
    const resetAt = clock.now() + 2 * MINUTE;
    setup.answer = async () => outcome({ rateLimit: { limit: 10, remaining: 1, resetAt } });
    poller.start();
    await clock.advance(MINUTE);
    await poller.refresh();
    expect(times()).toEqual([0]);
    await clock.advance(MINUTE + 2 * SECOND);
    expect(times()).toEqual([0, 121]);
    await poller.refresh();
    expect(times()).toEqual([0, 121, 122]);
  });
});

describe('the surroundings', () => {
  test('an opened panel takes what was waited already into account', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(4 * SECOND);
    poller.adapt(conditions({ isPanelOpen: true }));
    await clock.advance(16 * SECOND);
    expect(times()).toEqual([0, 10, 20]);
  });

  test('an opened panel polls at once when the last poll is longer ago than its pace', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(12 * SECOND);
    poller.adapt(conditions({ isPanelOpen: true }));
    await clock.advance(0);
    expect(times()).toEqual([0, 12]);
  });

  test('a locked screen slows down, and an unlocked one polls at once', async () => {
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

  test('a network that is back polls at once, and changes without one do not', async () => {
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

  test('that change again and again neither stop the polling nor speed it up', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(SECOND);
      poller.adapt(conditions({}));
    }
    expect(times()).toEqual([0, 30, 60]);
  });
});

describe('what only a person can mend', () => {
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

  test.each(moments)('%s: tried again on %s: %s', async (pausedBy, moment, isTried) => {
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
