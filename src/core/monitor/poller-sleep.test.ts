import { describe, expect, test } from 'vitest';
import { type PollOutcome, USUAL_CONDITIONS } from './poller.ts';
import { FAILED, outcome, pollerSetup } from './testing/poller-setup.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a computer that sleeps', () => {
  test('polls nothing, keeps no timer, and polls once when it wakes', async () => {
    const { poller, clock, times } = pollerSetup();
    poller.start();
    await clock.advance(SECOND);
    poller.suspend();
    expect(clock.pending()).toEqual([]);
    await poller.refresh();
    poller.adapt({ ...USUAL_CONDITIONS, isPanelOpen: true });
    await clock.advance(9 * HOUR);
    expect(times()).toEqual([0]);
    poller.adapt(USUAL_CONDITIONS);
    poller.resume();
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 32_401, 32_431]);
  });

  test('cancels the poll under way, and its late answer means nothing', async () => {
    const setup = pollerSetup();
    const { poller, clock, asked, times } = setup;
    const late = Promise.withResolvers<PollOutcome>();
    setup.answer = () => late.promise;
    poller.start();
    await clock.advance(SECOND);
    poller.suspend();
    expect(asked[0]?.signal.aborted).toBe(true);
    setup.answer = async () => outcome();
    await clock.advance(HOUR);
    poller.resume();
    await clock.advance(0);
    // Would it count, everything would stop until somebody signs in.
    late.resolve(outcome({ pausedBy: 'signIn', hasFailed: true }));
    await clock.advance(MINUTE);
    expect(times()).toEqual([0, 3_601, 3_631, 3_661]);
  });

  test('is patient with a network that comes up slowly, for a minute', async () => {
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

  test('asks nothing before the time that the service gave, also when it slept in between', async () => {
    const setup = pollerSetup();
    const { poller, clock, times } = setup;
    const retryAt = clock.now() + 10 * MINUTE;
    setup.answer = async () => outcome({ retryAt, hasFailed: true });
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

  test('that wakes twice, or was never asleep, polls no more than it should', async () => {
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
