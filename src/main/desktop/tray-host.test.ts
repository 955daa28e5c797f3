import { describe, expect, test } from 'vitest';
import { type RunOutcome, runWithTimeout } from '../../core/run-with-timeout.ts';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import { createTrayHost, queryTrayHost } from './tray-host.ts';

describe('the query', () => {
  const done = (stdout: string): RunOutcome => ({ state: 'done', stdout });

  test.each<[program: string, outcome: RunOutcome, expected: boolean | null]>([
    ['dbus-send', done('   boolean true\n'), true],
    ['busctl', done('b true\n'), true],
    ['dbus-send', done('   boolean false\n'), false],
    ['busctl', done('b false\n'), false],
    ['dbus-send', done('hello'), null],
    ['dbus-send', { state: 'failed', stderr: 'no bus' }, null],
    ['dbus-send', { state: 'late' }, null],
    ['no program', { state: 'absent' }, null],
  ])('%s with %j gives %s', async (program, outcome, expected) => {
    const run = async (name: string) => (name === program ? outcome : { state: 'absent' as const });
    expect(await queryTrayHost(run)).toBe(expected);
  });

  test('the installed programs accept our arguments', async () => {
    const env = {
      PATH: process.env['PATH'],
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus',
    };
    const run = runWithTimeout(env, 30_000);
    const complaints: string[] = [];
    await queryTrayHost(async (program, args) => {
      const outcome = await run(program, args);
      if (outcome.state === 'failed') complaints.push(outcome.stderr);
      return { state: 'absent' };
    });
    for (const complaint of complaints)
      expect(complaint).not.toMatch(/usage|unknown option|invalid arg/i);
  });
});

describe('the tray host', () => {
  /** @param replies one per query; the last one repeats */
  function hostWith(...replies: readonly (boolean | null)[]) {
    const clock = createVirtualClock();
    const changes: boolean[] = [];
    let queries = 0;
    const host = createTrayHost({
      async query() {
        queries += 1;
        return replies[Math.min(queries, replies.length) - 1] ?? null;
      },
      clock,
      onChange: (hasTray) => void changes.push(hasTray),
    });
    return { host, clock, changes, queries: () => queries };
  }

  test('reports only changes, starting from a tray', async () => {
    const { host, changes } = hostWith(true, false, false, true, true, false);
    const seen = [];
    for (let count = 0; count < 6; count += 1) seen.push(await host.look());
    expect(seen).toEqual([true, false, false, true, true, false]);
    expect(changes).toEqual([false, true, false]);
  });

  test.each([true, false])('an unknown reply keeps the last one: %s', async (before) => {
    const { host } = hostWith(before, null);
    await host.look();
    expect(await host.look()).toBe(before);
  });

  test('a patient look queries five times, a second apart, before it gives up', async () => {
    const { host, clock, queries } = hostWith(false);
    const result = host.lookPatiently();
    await clock.advance(3_999);
    expect(queries()).toBe(4);
    await clock.advance(1);
    expect([await result, queries(), clock.pending()]).toEqual([false, 5, []]);
  });

  test('a patient look finds a tray that comes up meanwhile', async () => {
    const { host, clock, queries, changes } = hostWith(false, false, true);
    const result = host.lookPatiently();
    await clock.advance(10_000);
    expect([await result, queries()]).toEqual([true, 3]);
    expect(changes.at(-1)).toBe(true);
  });

  test('a click proves a tray, also one that is not on the bus', async () => {
    const { host, clock, changes } = hostWith(false);
    await host.look();
    host.clicked();
    await clock.advance(0);
    expect(await host.look()).toBe(true);
    expect(changes).toEqual([false, true]);
  });

  test('a clicked tray that is on the bus can still go away', async () => {
    const { host, clock } = hostWith(false, true, false);
    await host.look();
    host.clicked();
    await clock.advance(0);
    expect(await host.look()).toBe(false);
  });
});
