import { describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/domain/problem.ts';
import { type FakeClient, fakeClient } from './testing/fake-client.ts';
import { spend, vm } from './testing/records.ts';
import { accountSetup, monitorSetup } from './testing/setups.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const network: Problem = { kind: 'network' };
const failing = (problem: Problem) => fakeClient({ vms: { problem }, spend: { problem } });

function fail(client: FakeClient, problem: Problem): void {
  client.vms = { problem };
  client.spend = { problem };
}

describe('polls of an account', () => {
  test('run one at a time', async () => {
    const { monitor, clock, times } = accountSetup(fakeClient({ spend: 'never' }));
    await clock.advance(SECOND);
    void monitor.refresh();
    await clock.advance(10 * MINUTE);
    expect(times()).toEqual([0]);
  });

  test('follow a refresh after a full interval', async () => {
    const { monitor, clock, times } = accountSetup();
    await clock.advance(20 * SECOND);
    await monitor.refresh();
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 20, 50]);
  });

  test('have their times reported, and null while they are paused', async () => {
    const { monitor, clock, client, scheduled } = accountSetup(failing(network));
    const start = clock.now();
    await clock.advance(10 * SECOND);
    expect(scheduled()).toEqual([start + MINUTE]);
    monitor.adapt({ isPanelOpen: true });
    expect(scheduled()).toEqual([start + 12.5 * SECOND]);
    fail(client, { kind: 'noCredential' });
    await clock.advance(10 * SECOND);
    expect(scheduled()).toEqual([null]);
  });

  test('send a refused credential again after 1, 5, 15, then every 30 min, and at once when asked to', async () => {
    const refused = failing({ kind: 'unauthorized', credential: 'apiKey' });
    const { monitor, clock, times, scheduled } = accountSetup(refused);
    monitor.adapt({ isPanelOpen: true });
    await clock.advance(85 * MINUTE);
    expect(times().map((at) => at / 60)).toEqual([0, 1, 6, 21, 51, 81]);
    expect(scheduled().at(-1)).toBe(clock.now() + 26 * MINUTE);
    await monitor.refresh();
    await clock.advance(MINUTE);
    expect(times().map((at) => at / 60)).toEqual([0, 1, 6, 21, 51, 81, 85, 86]);
  });

  test('follow the panel, the lock and the network, from the time already waited', async () => {
    const { monitor, clock, times } = accountSetup();
    await clock.advance(4 * SECOND);
    monitor.adapt({ isPanelOpen: true });
    await clock.advance(16 * SECOND);
    expect(times()).toEqual([0, 10, 20]);
    monitor.adapt({ isPanelOpen: false, isScreenLocked: true });
    await clock.advance(3 * MINUTE);
    monitor.adapt({ isScreenLocked: false });
    await clock.advance(0);
    expect(times().slice(3)).toEqual([140, 200]);
    monitor.adapt({ isOnline: false });
    await clock.advance(50 * SECOND);
    monitor.adapt({ isScreenLocked: true });
    monitor.adapt({ isScreenLocked: false });
    await clock.advance(0);
    expect(times().slice(5)).toEqual([]);
    monitor.adapt({ isOnline: true });
    await clock.advance(0);
    expect(times().slice(5)).toEqual([250]);
  });

  test('neither stop nor speed up with repeated changes', async () => {
    const { monitor, clock, times } = accountSetup();
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(SECOND);
      monitor.adapt({});
    }
    expect(times()).toEqual([0, 30, 60]);
  });
});

const noCredential: Problem = { kind: 'noCredential' };
const locked: Problem = { kind: 'keychainLocked' };

test.each<[Problem, string, boolean]>([
  [noCredential, 'refresh', true],
  [noCredential, 'unlock', false],
  [noCredential, 'online', false],
  [noCredential, 'wake', false],
  [locked, 'refresh', true],
  [locked, 'unlock', true],
  [locked, 'online', false],
  [locked, 'wake', true],
  [{ kind: 'unauthorized', credential: 'session' }, 'unlock', true],
  [{ kind: 'forbidden' }, 'unlock', true],
])('an account with %j is polled on %s: %s', async (problem, moment, isTried) => {
  const { monitor, clock, client } = accountSetup(failing(problem));
  monitor.adapt({ isScreenLocked: true, isOnline: moment !== 'online' });
  await clock.advance(SECOND);
  const before = client.asked.length;
  if (moment === 'refresh') void monitor.refresh();
  else if (moment === 'unlock') monitor.adapt({ isScreenLocked: false });
  else if (moment === 'online') monitor.adapt({ isOnline: true });
  else {
    monitor.suspend();
    monitor.resume();
  }
  await clock.advance(0);
  expect(client.asked.length > before).toBe(isTried);
});

describe('sleep', () => {
  test('suspends polls and timers; wake polls at once and twice more, so that an alert is confirmed', async () => {
    const { monitor, clock, times } = accountSetup();
    await clock.advance(SECOND);
    monitor.suspend();
    expect(clock.pending()).toEqual([]);
    await monitor.refresh();
    monitor.adapt({ isPanelOpen: true });
    await clock.advance(9 * HOUR);
    expect(times()).toEqual([0]);
    monitor.adapt({ isPanelOpen: false });
    monitor.resume();
    await clock.advance(30 * SECOND);
    expect(times()).toEqual([0, 32_401, 32_406, 32_411]);
  });

  test('cancels a running poll and ignores its late answer', async () => {
    const { monitor, clock, client, times } = accountSetup(fakeClient({ vms: 'never' }));
    await clock.advance(SECOND);
    monitor.suspend();
    expect(client.cancelled).toBe(1);
    client.vms = { value: [] };
    await clock.advance(HOUR);
    monitor.resume();
    await clock.advance(MINUTE);
    expect(times()).toEqual([0, 3_601, 3_606, 3_611, 3_641]);
  });

  test('is followed by polls every 5 s for a minute while the network is down', async () => {
    const { monitor, clock, times } = accountSetup(failing(network));
    await clock.advance(SECOND);
    monitor.suspend();
    await clock.advance(HOUR);
    monitor.resume();
    await clock.advance(2 * MINUTE);
    const afterWake = times().flatMap((at) => (at < 3_601 ? [] : [at - 3_601]));
    expect(afterWake.slice(0, 13)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
    expect(afterWake.length).toBeLessThanOrEqual(14);
  });

  test('keeps the retry time of the service', async () => {
    const problem = { kind: 'rateLimited', retryAt: 1 } as const;
    const limited = failing(problem);
    const { monitor, clock, times } = accountSetup(limited);
    limited.retryAt = clock.monotonic() + 10 * MINUTE;
    await clock.advance(MINUTE);
    monitor.suspend();
    await clock.advance(MINUTE);
    monitor.resume();
    await clock.advance(8 * MINUTE - 1);
    expect(times()).toEqual([0]);
    await clock.advance(1);
    expect(times()).toEqual([0, 600]);
  });
});

/** An account with a VM that was interrupted, and a new one, during nine hours of sleep. */
async function asleep() {
  const setup = monitorSetup();
  const client = fakeClient({ vms: { value: [vm('1')] } });
  setup.monitor.add('a', client);
  await setup.clock.advance(0);
  setup.reports();
  setup.monitor.suspend();
  await setup.clock.advance(9 * HOUR);
  client.vms = { value: [vm('1', { status: 'interrupted' }), vm('2')] };
  client.spend = { value: spend({ perHour: 2 }) };
  const flags = () =>
    setup.reports().map(({ isAfterWake, events }) => [isAfterWake, events.length]);
  return { ...setup, client, flags };
}

describe('the mark of the first report after waking up', () => {
  test('is on the report with all events, not on later ones', async () => {
    const { monitor, clock, client, flags } = await asleep();
    monitor.resume();
    await clock.advance(0);
    expect(flags()).toEqual([[true, 2]]);
    client.vms = { value: [vm('1'), vm('2')] };
    await clock.advance(30 * SECOND);
    expect(flags()).toEqual([[false, 1]]);
  });

  test('waits for the VMs when the network is missing or the spend arrives first', async () => {
    const { monitor, clock, client, flags } = await asleep();
    const { vms, spend: later } = client;
    fail(client, network);
    monitor.resume();
    await clock.advance(0);
    // A missing network is no event of the time asleep.
    expect(flags()).toEqual([[false, 0]]);
    client.spend = later;
    await clock.advance(5 * SECOND);
    expect(flags()).toEqual([[false, 0]]);
    client.vms = vms;
    await clock.advance(5 * SECOND);
    expect(flags()).toEqual([[true, 2]]);
  });

  test('is on the spend with a billing_only key', async () => {
    const { monitor, clock, client, reports } = accountSetup(
      fakeClient({ vms: { problem: { kind: 'forbidden' } } }),
    );
    await clock.advance(0);
    reports();
    monitor.suspend();
    client.spend = { value: spend({ perHour: 9 }) };
    monitor.resume();
    await clock.advance(SECOND);
    client.spend = { value: spend({ perHour: 10 }) };
    await clock.advance(30 * SECOND);
    expect(reports().map(({ isAfterWake }) => isAfterWake)).toEqual([true, false]);
  });

  test('is of each account', async () => {
    const { monitor, clock, reports } = await asleep();
    const slow = fakeClient({ vms: 'never' });
    monitor.add('slow', slow);
    monitor.suspend();
    const marked = () => reports().map(({ accountId, isAfterWake }) => [accountId, isAfterWake]);
    monitor.resume();
    await clock.advance(SECOND);
    expect(marked()).toEqual([['a', true]]);
    slow.vms = { value: [vm('s')] };
    monitor.suspend();
    monitor.resume();
    await clock.advance(SECOND);
    expect(marked()).toEqual([['slow', true]]);
  });
});
