import { describe, expect, test } from 'vitest';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a clock that jumps', () => {
  test.each(['1h', '90m'])(
    'forward past the end of %s: announced, and ten minutes to extend it',
    async (limit) => {
      const own = autoStopWorld(limit);
      await own.pass(10 * MINUTE);
      own.clock.setWall(5 * HOUR);
      await own.pass(9 * MINUTE);
      expect(own.sent).toEqual([]);
      expect(own.titles()).toEqual([expect.stringMatching(/^train stops at \d\d:\d\d$/)]);
      const [{ body, buttons } = {}] = own.notifications;
      expect(body).toContain('The clock of this computer was changed.');
      expect(buttons?.[0]?.label).toMatch(/^Extend to /);
      await own.pass(3 * MINUTE);
      expect([own.truth().status, own.sent.length]).toEqual(['stopped', 1]);
    },
  );

  test('forward, and the timers of the account are cleared: ten minutes to extend it', async () => {
    const own = autoStopWorld('1h');
    own.clock.setWall(5 * HOUR);
    await own.pass(MINUTE);
    await own.app().autoStops.requests.disarmAll({ accountId: 'a' });
    await own.pass(8 * MINUTE);
    expect(own.sent).toEqual([]);
  });

  test('on and on, in small steps: announced once, with ten minutes', async () => {
    const own = autoStopWorld('1h');
    for (let step = 0; step < 60 && own.sent.length === 0; step += 1) {
      own.clock.setWall(100_000);
      await own.pass(30_000);
    }
    expect(own.titles()).toEqual([expect.stringMatching(/^train stops at/)]);
    // By the wall clock, 14 minutes.
    expect(Math.round(own.clock.monotonic() / MINUTE)).toBe(22);
  });

  test('forward and back again: the auto-stop ends when it was to end', async () => {
    const own = autoStopWorld('4h');
    await own.pass(HOUR);
    own.clock.setWall(24 * HOUR);
    await own.pass(5 * MINUTE);
    own.clock.setWall(-24 * HOUR);
    await own.pass(2.9 * HOUR);
    expect(own.sent).toEqual([]);
    expect(own.titles().length).toBe(2);
    await own.pass(5 * MINUTE);
    expect(own.sent).toHaveLength(1);
  });

  test('after a sleep: the auto-stop runs at once', async () => {
    const own = autoStopWorld('1h');
    await own.pass(10 * MINUTE);
    own.sleep();
    own.clock.setWall(5 * HOUR);
    // A request from before the sleep may end before the wake is known.
    await own.poll();
    own.wake();
    await own.pass(2 * MINUTE);
    expect([own.truth().status, own.titles()]).toEqual(['stopped', ['train was stopped']]);
  });

  test.each([false, true])(
    'back a day: a duration ends by elapsed time, also after a restart',
    async (isRestarted) => {
      const own = autoStopWorld('4h');
      await own.pass(HOUR);
      own.clock.setWall(-24 * HOUR);
      await own.pass(MINUTE);
      const at = own.autoStop()?.limit;
      expect(at?.kind === 'time' && Math.round((at.at - own.clock.now()) / MINUTE)).toBe(179);
      expect(own.shown()?.limit).toEqual(at);
      if (isRestarted) await own.restart();
      await own.pass(2.8 * HOUR);
      expect([own.sent, own.titles()]).toEqual([[], []]);
      await own.pass(HOUR / 2);
      expect([own.truth().status, own.titles().length]).toEqual(['stopped', 1]);
    },
  );

  test.each([
    { cpuPercent: 1, ramPercent: 2 },
    { gpuPercents: [0], gpuCount: 1 },
  ])(
    'back: an idle time counts from a restart by this clock, though the start is to come: %o',
    async (load) => {
      const own = autoStopWorld('idle 30m');
      own.is(load);
      own.clock.setWall(-90 * MINUTE);
      const restart = () =>
        own.becomes('running', new Date(own.clock.now() + 90 * MINUTE).toISOString());
      restart();
      await own.pass(20 * MINUTE);
      restart();
      await own.pass(29 * MINUTE);
      expect(own.sent).toEqual([]);
      await own.pass(4 * MINUTE);
      expect([own.truth().status, own.sent.length]).toEqual(['stopped', 1]);
    },
  );
});
