import { describe, expect, test } from 'vitest';
import { UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed, NOT_BILLED } from '../../shared/domain/vm.ts';
import { fakeClient } from './testing/fake-client.ts';
import { spend, vm } from './testing/records.ts';
import { monitorSetup } from './testing/setups.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const network: Problem = { kind: 'network' };

describe('an account', () => {
  test('that does not change reports no change, and its freshness moves', async () => {
    const { monitor, clock, reports, state, asOf, succeeded } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1')] } });
    monitor.add('a', client);
    await clock.advance(0);
    reports();
    const before = state('a');
    client.vms = { value: [vm('1')] };
    client.spend = { value: spend() };
    await clock.advance(10 * MINUTE);
    expect(reports()).toEqual([]);
    expect(state('a')).toBe(before);
    expect(asOf('a')).toBe(clock.now());
    expect(succeeded).toHaveLength(21);
  });

  test('reports the events of its VMs', async () => {
    const { monitor, clock, reports } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1'), vm('2')] } });
    monitor.add('a', client);
    await clock.advance(0);
    reports();
    client.vms = { value: [vm('1', { status: 'interrupted' }), vm('3')] };
    await clock.advance(30 * SECOND);
    expect(client.asked.slice(2)).toEqual(['vms', 'spend', 'vm 2']);
    const [report, ...more] = reports();
    expect(more).toEqual([]);
    expect(report?.events.map(({ kind, vm: { id } }) => [kind, id])).toEqual([
      ['statusChanged', '1'],
      ['appeared', '3'],
      ['gone', '2'],
    ]);
  });

  test('that answers with an empty list for a minute keeps its VMs, unconfirmed, without events', async () => {
    const { monitor, clock, reports, state } = monitorSetup();
    const vms = [vm('1'), vm('2', { status: 'interrupted' })];
    const client = fakeClient({ vms: { value: vms } });
    for (const { id } of vms)
      client.single.set(id, { problem: { kind: 'server', status: 500, retryAt: null } });
    monitor.add('a', client);
    await clock.advance(SECOND);
    const { value } = state('a').vms;
    client.vms = { value: [] };
    await clock.advance(MINUTE);
    const lost = vms.map((one) => ({ ...asUnconfirmed(one), billed: NOT_BILLED }));
    expect(state('a').vms).toEqual({ value: makeVmList(lost), problem: null });
    client.vms = { value: vms };
    await clock.advance(MINUTE);
    expect(state('a').vms.value).toEqual(value);
    expect(reports().flatMap(({ events }) => events)).toEqual([]);
    client.vms = { value: [] };
    await clock.advance(6 * MINUTE);
    expect(state('a').vms.value).toEqual(makeVmList([]));
    expect(reports().flatMap(({ events }) => events)).toEqual(
      vms.map((one) => ({ kind: 'gone', vm: { ...one, note: null } })),
    );
  });

  test('keeps value and age of the part that failed', async () => {
    const { monitor, clock, state, asOf, reports } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1')] } });
    monitor.add('a', client);
    await clock.advance(0);
    const start = clock.now();
    client.vms = { problem: network };
    await clock.advance(30 * SECOND);
    expect(asOf('a')).toBe(start);
    expect(state('a').vms).toEqual({ value: makeVmList([vm('1')]), problem: network });
    expect(state('a').spend.problem).toBeNull();
    client.vms = { value: [vm('1')] };
    client.spend = { problem: network };
    await clock.advance(30 * SECOND);
    expect(asOf('a')).toBe(start + 30 * SECOND);
    expect(state('a').vms.problem).toBeNull();
    expect(state('a').spend).toEqual({ value: spend(), problem: network });
    expect(reports().flatMap(({ events }) => events)).toEqual([]);
  });

  test('tells its progress, and not after it was removed', () => {
    const { monitor } = monitorSetup();
    const progress: unknown[] = [];
    monitor.events.on('progress', (...of) => progress.push(of));
    let note = (_read: number, _total: number | null) => {};
    const onProgress = (listener: typeof note) => {
      note = listener;
    };
    monitor.add('a', { ...fakeClient({ vms: 'never' }), onProgress });
    note(75, 180);
    monitor.remove('a');
    note(100, 180);
    expect(progress).toEqual([['a', 75, 180]]);
  });

  test('is unchanged and polled again after an internal error in a poll', async () => {
    const { monitor, clock, state, internalErrors, succeeded } = monitorSetup();
    const client = fakeClient();
    monitor.add('a', client);
    await clock.advance(0);
    const before = state('a');
    client.vms = 'internalError';
    await clock.advance(30 * SECOND);
    expect(internalErrors).toEqual([expect.stringMatching(/^poll\.internal_error /)]);
    expect(state('a')).toBe(before);
    client.vms = { value: [vm('1')] };
    await clock.advance(MINUTE);
    expect(state('a').vms.value?.vms).toEqual([vm('1')]);
    expect(succeeded).toHaveLength(2);
  });
});

describe('two accounts', () => {
  test('are polled independently while one hangs', async () => {
    const { monitor, clock, reports, state } = monitorSetup();
    const hanging = fakeClient({ vms: 'never', spend: 'never' });
    const healthy = fakeClient();
    monitor.add('hanging', hanging);
    monitor.add('healthy', healthy);
    await clock.advance(5 * MINUTE);
    expect(hanging.asked).toEqual(['vms', 'spend']);
    expect(healthy.asked).toHaveLength(22);
    expect(state('hanging')).toBe(UNKNOWN_STATE);
    expect(reports().map(({ accountId }) => accountId)).toEqual(['healthy']);
  });

  test('have their own pace while one is rate limited', async () => {
    const { monitor, clock } = monitorSetup();
    const problem = { kind: 'rateLimited', retryAt: clock.now() + 20 * MINUTE } as const;
    const limited = fakeClient({ vms: { problem }, spend: { problem } });
    limited.retryAt = clock.monotonic() + 20 * MINUTE;
    const free = fakeClient();
    monitor.add('limited', limited);
    monitor.add('free', free);
    await clock.advance(20 * MINUTE - 1);
    expect(limited.asked).toHaveLength(2);
    expect(free.asked).toHaveLength(80);
    expect(await monitor.refresh('limited')).toBe(clock.now() + 1);
    expect(limited.asked).toHaveLength(2);
    expect(await monitor.refresh('free')).toBeNull();
    await clock.advance(1);
    expect(limited.asked).toHaveLength(4);
  });

  test.each(['refresh', 'a sign-in', 'a reconnect', 'sleep'] as const)(
    'are polled at most once a second, however often by %s',
    async (cause) => {
      const { monitor, clock } = monitorSetup();
      const client = fakeClient();
      monitor.add('a', client);
      for (let times = 0; times < 50; times += 1) {
        await clock.advance(50);
        if (cause === 'refresh') void monitor.refresh('a');
        if (cause === 'a sign-in') {
          monitor.remove('a');
          monitor.add('a', client);
        }
        if (cause === 'a reconnect') monitor.adapt({ isOnline: times % 2 === 0 });
        if (cause === 'sleep') {
          monitor.suspend();
          monitor.resume();
        }
      }
      // In 2.5 s.
      expect(client.asked.filter((name) => name === 'vms').length).toBeLessThanOrEqual(3);
      await clock.advance(SECOND);
      expect(client.asked.filter((name) => name === 'vms').length).toBeGreaterThan(1);
    },
  );
});

describe('an account that is removed', () => {
  test('is cancelled and forgotten', async () => {
    const { monitor, clock, reports } = monitorSetup();
    const client = fakeClient({ vms: 'never' });
    monitor.add('a', client);
    await clock.advance(0);
    monitor.remove('a');
    await clock.advance(HOUR);
    expect(client.cancelled).toBe(1);
    expect(reports()).toEqual([]);
    expect(clock.pending()).toEqual([]);
    monitor.remove('a');
  });

  test('in its own report is not polled again', async () => {
    const { monitor, clock, reports } = monitorSetup();
    const client = fakeClient();
    monitor.events.on('poll', () => monitor.remove('a'));
    monitor.add('a', client);
    await clock.advance(HOUR);
    expect(client.asked).toHaveLength(2);
    expect(reports()).toHaveLength(1);
    expect(clock.pending()).toEqual([]);
  });
});

test('stop cancels all polls and timers', async () => {
  const { monitor, clock, reports } = monitorSetup();
  const hanging = fakeClient({ spend: 'never' });
  monitor.add('hanging', hanging);
  monitor.add('waiting', fakeClient());
  await clock.advance(0);
  reports();
  monitor.stop();
  await clock.advance(HOUR);
  expect(hanging.cancelled).toBe(1);
  expect(reports()).toEqual([]);
  expect(clock.pending()).toEqual([]);
});

test('an account that is added after the stop, such as by a sign-in under way, is not polled', async () => {
  const { monitor, clock } = monitorSetup();
  monitor.stop();
  const late = fakeClient();
  monitor.add('late', late);
  await clock.advance(HOUR);
  expect(late.asked).toEqual([]);
});
