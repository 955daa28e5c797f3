import { describe, expect, test } from 'vitest';
import { type Problem, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { fakeClient } from './testing/fake-client.ts';
import { monitorSetup } from './testing/monitor-setup.ts';
import { spend, vm } from './testing/records.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const network: Problem = { kind: 'network' };
const forbidden: Problem = { kind: 'forbidden', detail: null };

describe('an account', () => {
  test('is unknown until its first poll, which reports the snapshot without events', async () => {
    const { monitor, clock, reports, state } = monitorSetup();
    monitor.add('a', fakeClient({ vms: { value: [vm('1')] } }));
    expect(state('a')).toBe(UNKNOWN_STATE);
    expect(monitor.freshness('a')).toEqual({ vmsAt: null, spendAt: null });
    await clock.advance(0);
    const after = {
      vms: { value: { vms: [vm('1')], skipped: 0 }, problem: null },
      spend: { value: spend(), problem: null },
    };
    expect(reports()).toEqual([
      { accountId: 'a', before: UNKNOWN_STATE, after, events: [], isAfterWake: false },
    ]);
    expect(state('a')).toEqual(after);
    expect(monitor.freshness('a')).toEqual({ vmsAt: clock.now(), spendAt: clock.now() });
  });

  test('that stays the same reports nothing, and grows fresher', async () => {
    const { monitor, clock, reports, state, heard } = monitorSetup();
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
    expect(monitor.freshness('a')).toEqual({ vmsAt: clock.now(), spendAt: clock.now() });
    expect(heard).toHaveLength(21);
  });

  test('reports what happened to its VMs', async () => {
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

  test('whose parts fail apart keeps the figures and the age of the other', async () => {
    const { monitor, clock, state, reports } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1')] } });
    monitor.add('a', client);
    await clock.advance(0);
    const start = clock.now();
    client.vms = { problem: network };
    await clock.advance(30 * SECOND);
    expect(monitor.freshness('a')).toEqual({ vmsAt: start, spendAt: start + 30 * SECOND });
    expect(state('a').vms).toEqual({ value: { vms: [vm('1')], skipped: 0 }, problem: network });
    expect(state('a').spend.problem).toBeNull();
    client.vms = { value: [vm('1')] };
    client.spend = { problem: network };
    await clock.advance(30 * SECOND);
    expect(monitor.freshness('a').spendAt).toBe(start + 30 * SECOND);
    expect(state('a').vms.problem).toBeNull();
    expect(state('a').spend).toEqual({ value: spend(), problem: network });
    expect(reports().flatMap(({ events }) => events)).toEqual([]);
  });

  test('with a VM that is changing is asked every five seconds', async () => {
    const { monitor, clock } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1'), vm('2', { status: 'starting' })] } });
    monitor.add('a', client);
    await clock.advance(15 * SECOND);
    expect(client.asked).toHaveLength(8);
  });

  test('of which a poll ends in a defect is asked again, and stays as it was', async () => {
    const { monitor, clock, state, defects, heard } = monitorSetup();
    const client = fakeClient();
    monitor.add('a', client);
    await clock.advance(0);
    const before = state('a');
    client.vms = 'defect';
    await clock.advance(30 * SECOND);
    expect(defects).toEqual(['poll.defect']);
    expect(state('a')).toBe(before);
    client.vms = { value: [vm('1')] };
    await clock.advance(MINUTE);
    expect(state('a').vms.value?.vms).toEqual([vm('1')]);
    expect(heard).toHaveLength(2);
  });

  test('cannot be watched twice', () => {
    const { monitor } = monitorSetup();
    monitor.add('a', fakeClient());
    expect(() => monitor.add('a', fakeClient())).toThrow('watched already');
  });
});

describe('two accounts', () => {
  test('do not disturb each other: one hangs, the other goes on', async () => {
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

  test('have each their own pace: one is limited, the other is not', async () => {
    const { monitor, clock } = monitorSetup();
    const retryAt = clock.now() + 20 * MINUTE;
    const limited = fakeClient({
      vms: { problem: { kind: 'rateLimited', retryAt } },
      spend: { problem: { kind: 'rateLimited', retryAt: retryAt - MINUTE } },
    });
    const free = fakeClient();
    monitor.add('limited', limited);
    monitor.add('free', free);
    await clock.advance(20 * MINUTE - 1);
    expect(limited.asked).toHaveLength(2);
    expect(free.asked).toHaveLength(80);
    await monitor.refresh('limited');
    expect(limited.asked).toHaveLength(2);
    await clock.advance(1);
    expect(limited.asked).toHaveLength(4);
  });

  test('are refreshed one or both', async () => {
    const { monitor, clock } = monitorSetup();
    const [a, b] = [fakeClient(), fakeClient()];
    monitor.add('a', a);
    monitor.add('b', b);
    await clock.advance(0);
    await monitor.refresh('b');
    expect([a.asked.length, b.asked.length]).toEqual([2, 4]);
    await monitor.refresh();
    expect([a.asked.length, b.asked.length]).toEqual([4, 6]);
    await monitor.refresh('unknown');
    expect([a.asked.length, b.asked.length]).toEqual([4, 6]);
  });

  test('both go by the surroundings, also one that came later', async () => {
    const { monitor, clock } = monitorSetup();
    const [a, b] = [fakeClient(), fakeClient()];
    monitor.add('a', a);
    monitor.adapt({ isPanelOpen: true });
    monitor.add('b', b);
    await clock.advance(20 * SECOND);
    expect([a.asked.length, b.asked.length]).toEqual([6, 6]);
    monitor.adapt({ isScreenLocked: true });
    await clock.advance(2 * MINUTE);
    expect([a.asked.length, b.asked.length]).toEqual([8, 8]);
  });
});

describe('an account that is removed', () => {
  test('is cancelled and forgotten, and late answers are dropped', async () => {
    const { monitor, clock, reports } = monitorSetup();
    const client = fakeClient({ vms: 'never' });
    monitor.add('a', client);
    await clock.advance(0);
    monitor.remove('a');
    await clock.advance(HOUR);
    expect(client.cancelled).toBe(1);
    expect(reports()).toEqual([]);
    expect([...monitor.states()]).toEqual([]);
    expect(monitor.freshness('a')).toEqual({ vmsAt: null, spendAt: null });
    expect(clock.pending()).toEqual([]);
    monitor.remove('a');
  });

  test('may come back, and begins anew', async () => {
    const { monitor, clock, reports, state } = monitorSetup();
    const late = fakeClient({ vms: 'never' });
    monitor.add('a', late);
    await clock.advance(0);
    monitor.remove('a');
    monitor.add('a', fakeClient({ vms: { value: [vm('new')] } }));
    await clock.advance(0);
    expect(reports()).toHaveLength(1);
    expect(state('a').vms.value?.vms).toEqual([vm('new')]);
  });

  test('while its report is told brings no further one', async () => {
    const { monitor, clock, reports } = monitorSetup();
    const client = fakeClient();
    monitor.subscribe(() => monitor.remove('a'));
    monitor.add('a', client);
    await clock.advance(HOUR);
    expect(client.asked).toHaveLength(2);
    expect(reports()).toHaveLength(1);
    expect(clock.pending()).toEqual([]);
  });
});

test('a listener hears nothing once it has ended', async () => {
  const { monitor, clock } = monitorSetup();
  const heard: string[] = [];
  const endReports = monitor.subscribe(() => heard.push('report'));
  const endHearing = monitor.onPoll(() => heard.push('heard'));
  monitor.add('a', fakeClient());
  await clock.advance(0);
  endReports();
  endHearing();
  monitor.add('b', fakeClient());
  await clock.advance(MINUTE);
  expect(heard).toEqual(['report', 'heard']);
});

test('a monitor that is stopped cancels everything and keeps no timer', async () => {
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
  expect([...monitor.states()]).toEqual([]);
  expect(clock.pending()).toEqual([]);
});

describe('a key that may see billing only', () => {
  async function billingOnly() {
    const setup = monitorSetup();
    const client = fakeClient({ vms: { problem: forbidden } });
    setup.monitor.add('a', client);
    await setup.clock.advance(0);
    return { ...setup, client, asksForVms: () => client.asked.filter((name) => name === 'vms') };
  }

  test('is learnt: the VMs are asked for again after an hour, not before', async () => {
    const { clock, client, state, asksForVms } = await billingOnly();
    await clock.advance(HOUR - SECOND);
    expect(asksForVms()).toHaveLength(1);
    expect(client.asked.length).toBeGreaterThan(100);
    expect(state('a').vms).toEqual({ value: null, problem: forbidden });
    await clock.advance(MINUTE);
    expect(asksForVms()).toHaveLength(2);
    await clock.advance(HOUR - 2 * MINUTE);
    expect(asksForVms()).toHaveLength(2);
  });

  test('is asked about at once by a person', async () => {
    const { monitor, clock, client, state, asksForVms } = await billingOnly();
    await clock.advance(MINUTE);
    client.vms = { value: [vm('1')] };
    await monitor.refresh();
    expect(asksForVms()).toHaveLength(2);
    expect(state('a').vms.value?.vms).toEqual([vm('1')]);
    await clock.advance(MINUTE);
    expect(asksForVms()).toHaveLength(4);
  });

  test('loses sight of the VMs that another key showed', async () => {
    const { monitor, clock, state, reports } = monitorSetup();
    const client = fakeClient({ vms: { value: [vm('1')] } });
    monitor.add('a', client);
    await clock.advance(0);
    reports();
    client.vms = { problem: forbidden };
    await clock.advance(30 * SECOND);
    expect(state('a').vms).toEqual({ value: null, problem: forbidden });
    expect(reports()).toMatchObject([{ events: [] }]);
  });
});

describe('a credential that is out of reach', () => {
  test.each<[Problem, boolean]>([
    [{ kind: 'unauthorized', credential: 'apiKey' }, false],
    [{ kind: 'noCredential' }, false],
    [forbidden, false],
    [{ kind: 'keychainLocked' }, true],
    [{ kind: 'keychainUnavailable', detail: 'x' }, true],
    [network, true],
  ])('%j: tried again when the screen is unlocked: %s', async (problem, isTried) => {
    const { monitor, clock } = monitorSetup();
    const client = fakeClient({ vms: { problem }, spend: { problem } });
    monitor.add('a', client);
    monitor.adapt({ isScreenLocked: true });
    await clock.advance(0);
    const before = client.asked.length;
    monitor.adapt({ isScreenLocked: false });
    await clock.advance(0);
    expect(client.asked.length > before).toBe(isTried);
  });
});
