import { describe, expect, test } from 'vitest';
import { billedAt, inStatus, makeVmList } from '../../../shared/domain/testing/records.ts';
import { makeLaunch } from '../../../shared/launch/testing/launch.ts';
import { type AppEvent, awayNotification, grouped, notificationOf } from '../../events/index.ts';
import { makeClosed, makeOpened } from '../../events/testing/alert-event.ts';
import type { PollReport, VmEvent } from '../../monitor/index.ts';
import { EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import {
  changed,
  eventsOf,
  HIDDEN,
  joined,
  notificationsOf,
  report,
  STATE,
  TWO_ACCOUNTS,
  vm,
} from './testing/notified.ts';

const DESTROY = 'destroy it if you no longer need it.';
const CHECK = 'Check it in the console';
const NODE = 'Its node does not respond.';

describe('status changes', () => {
  const on = { isOn: true, limit: null };
  const CURIOUS = { ...STATE.preferences, vmAppeared: on, vmUnknown: on };
  const appeared = (label: string, status = 'creating'): VmEvent => ({
    kind: 'appeared',
    vm: { ...vm(label), ...inStatus(status) },
  });

  test.each([
    ['running', 'train-1 is running', '2 × 4090 · $1.10/h. Log in, or set when it stops.'],
    ['interrupted', 'train-1 was interrupted', `2 × 4090. Start it again, or ${DESTROY}`],
    ['failed', 'train-1 has failed', `2 × 4090. ${CHECK}, and destroy it if it’s still billed.`],
    ['offline', 'train-1 is offline', `2 × 4090. ${NODE} ${CHECK} if this persists.`],
    [
      'destroyed',
      'train-1 was destroyed',
      '2 × 4090. Check the console if you did not destroy it.',
    ],
    ['stopped', 'train-1 has stopped', `2 × 4090. D${DESTROY.slice(1)}`],
  ])('notify that a VM turned %s', (status, title, body) => {
    expect(notificationsOf(report([changed('train-1', status)]))).toMatchObject([
      {
        title,
        body,
        destination: { kind: 'vm', accountId: 'one', vmId: 'id-train-1' },
      },
    ]);
  });

  test.each([
    ['that was interrupted', changed('a', 'interrupted'), 'Terminate it if you no longer need it.'],
    ['that is running', changed('a', 'running'), 'Log in.'],
    ['that appeared', appeared('a', 'running'), 'Terminate it if you did not launch it.'],
  ])('advise only what the provider has, for a VM %s', (_, event, advice) => {
    const effects = { destroy: { label: 'Terminate', keeps: [], notes: [] } };
    const own = { ...event, vm: { ...event.vm, effects, operations: ['destroy'] } } as const;
    const accounts = STATE.accounts.map((one) => ({
      ...one,
      provider: 'lambda' as const,
      can: [],
    }));
    const [shown] = notificationsOf(report([own]), { ...STATE, accounts, preferences: CURIOUS });
    expect(shown?.body).toMatch(new RegExp(`${advice}$`));
  });

  test.each(['creating', 'starting', 'stopping', 'hibernating'])(
    'do not notify about %s',
    (status) => {
      expect(notificationsOf(report([changed('train-1', status)]))).toEqual([]);
    },
  );

  test.each([
    ['stop', []],
    ['destroy', []],
    ['start', ['a has stopped']],
    [null, ['a has stopped']],
  ] as const)('notify of a stop unless it was asked for here: %s', (operation, titles) => {
    const operations = operation === null ? {} : { 'one/id-a': { operation, isOverdue: false } };
    const shown = notificationsOf(report([changed('a', 'stopped')]), { ...STATE, operations });
    expect(shown.map(({ title }) => title)).toEqual(titles);
  });

  test.each([
    ['at that time', 0, true, []],
    ['five minutes later', -5, true, []],
    ['long before', 2, true, ['a has stopped']],
    ['long after', -6, true, ['a has stopped']],
    ['then, without an auto-stop here', 0, false, ['a has stopped']],
  ] as const)(
    'leave a stop to the auto-stop of a VM that stops itself %s',
    (_, inMinutes, isWanted, titles) => {
      const limit = { kind: 'time', at: inMinutes * 60_000 } as const;
      const wanted = isWanted ? limit : null;
      // Its first call may have been refused.
      const armed = { stops: limit, wanted, isConfirmed: !isWanted, text: '' };
      const named = { accountId: 'one', vmId: 'id-a', name: 'a' };
      const autoStop = { kind: 'stop', ...named, limit } as const;
      const autoStops = { 'one/id-a': { ...autoStop, armed } };
      const shown = notificationsOf(report([changed('a', 'stopped')]), { ...STATE, autoStops });
      expect(shown.map(({ title }) => title)).toEqual(titles);
    },
  );

  test.each([
    ['a new VM', appeared('new'), 'new was launched elsewhere'],
    ['a new status', changed('a', 'hibernating\n\u202e'), 'a has the status “hibernating”'],
    ['a destroyed VM that appeared', appeared('old', 'destroyed'), undefined],
  ])('notify of %s where that is on', (_, event, title) => {
    const state = { ...STATE, preferences: CURIOUS };
    expect(notificationsOf(report([event]), state)[0]?.title).toBe(title);
    expect(notificationsOf(report([event]))).toEqual([]);
  });

  test.each([
    ['sending', null, 'one', 0],
    ['unknown', null, 'one', 0],
    ['launched', 'id-new', 'one', 0],
    ['launched', 'id-other', 'one', 1],
    ['failed', null, 'one', 1],
    ['sending', null, 'two', 1],
  ] as const)(
    'tell a VM that is launched here from others: %s %s of %s',
    (phase, vmId, accountId, count) => {
      const vmIds = vmId === null ? [] : [vmId];
      const currentLaunch = makeLaunch({ accountId, phase, vmIds });
      const state = { ...STATE, preferences: CURIOUS, currentLaunch };
      expect(notificationsOf(report([appeared('new')]), state)).toHaveLength(count);
    },
  );

  test('notify that a VM is gone, but not that one appeared', () => {
    const events: VmEvent[] = [
      { kind: 'appeared', vm: vm('new') },
      { kind: 'gone', vm: vm(null) },
    ];
    expect(notificationsOf(report(events)).map(({ title }) => title)).toEqual(['vm-7 is gone']);
  });

  const at = (event: VmEvent, perHour: number | null): VmEvent => ({
    ...event,
    vm: { ...event.vm, billed: billedAt(perHour) },
  });

  test.each<[number | null, number | null, string]>([
    [0.43, 0.01, 'Was $0.43/h, disk now $0.01/h'],
    [0.43, 0.43, 'Was $0.43/h'],
    [0.43, null, 'Was $0.43/h'],
    [null, 0.01, 'Disk now $0.01/h'],
  ])('show what a VM cost (%s) and its disk costs now (%s)', (was, now, money) => {
    const known = { ...vm('a'), billed: billedAt(was) };
    const before = { ...EMPTY_SNAPSHOT, vms: { value: makeVmList([known]), problem: null } };
    for (const status of ['interrupted', 'stopped']) {
      const poll = { ...report([at(changed('a', status), now)]), before };
      expect(notificationsOf(poll)[0]?.body.split('. ')[0]).toBe(`2 × 4090 · ${money}`);
    }
  });

  test('leave a start to the notification that SSH is ready, where SSH is probed', () => {
    const event = changed('a', 'running');
    const events = [{ ...event, vm: { ...event.vm, ipAddress: '203.0.113.7' } }];
    const off = { ...STATE, preferences: { ...STATE.preferences, notifyReady: false } };
    const titles = (poll: PollReport, state = STATE) =>
      notificationsOf(poll, state).map(({ title }) => title);
    expect(titles(report(events))).toEqual([]);
    expect(titles(report(events), off)).toEqual(['a is running']);
    expect(titles({ ...report(events), isAfterWake: true })).toEqual(['a is running']);
  });

  test('show the billed rate, not the full price of a VM that does not run', () => {
    const bodyOf = (event: VmEvent, perHour: number | null) =>
      notificationsOf(report([at(event, perHour)]))[0]?.body.split('. ')[0];
    expect(bodyOf(changed('a', 'offline'), 0.02)).toBe('2 × 4090 · $0.02/h');
    expect(bodyOf(changed('a', 'running'), 0.9)).toBe('2 × 4090 · $0.90/h');
    expect(bodyOf(changed('a', 'running'), null)).toBe('2 × 4090');
  });

  test('say how long a VM that is gone ran, and what that cost', () => {
    const known = { ...vm('a'), startedAt: '2026-10-01T00:00:00Z', billed: billedAt(0.7) };
    const now = Date.UTC(2026, 10, 3);
    const vms = { value: makeVmList([known]), problem: null };
    const before = { ...EMPTY_SNAPSHOT, vms };
    const titleOf = (event: VmEvent, state = STATE) =>
      notificationsOf({ ...report([event]), before }, state, now)[0]?.title;
    const gone = { kind: 'gone', vm: known } as const;
    const destroyed = changed('a', 'destroyed');
    expect(titleOf(gone)).toBe('a is gone · ran 33 d · $554');
    expect(titleOf(destroyed)).toBe('a was destroyed · ran 33 d · $554');
    expect(titleOf(gone, { ...STATE, preferences: HIDDEN })).toBe('a is gone · ran 33 d · ••••');
    expect(titleOf(changed('a', 'failed'))).toBe('a has failed');
    const later = { ...known, startedAt: '2026-11-03T00:02:00Z' };
    const listed = { ...before, vms: { value: makeVmList([later]), problem: null } };
    const ahead = { ...report([{ kind: 'gone', vm: later }]), before: listed };
    expect(notificationsOf(ahead, STATE, now)[0]?.title).toBe('a is gone · ran 0 s · $0.00');
  });

  test('say that an interrupted VM restarts where it does', () => {
    const event = changed('a', 'interrupted');
    const restarts = { ...event, vm: { ...event.vm, autoRestart: true } };
    const [shown] = notificationsOf(report([restarts]));
    expect(shown?.body).toBe('2 × 4090. It restarts when its node has room.');
  });

  test('name the account if there are several, and hide amounts', () => {
    const state = { ...TWO_ACCOUNTS, preferences: HIDDEN };
    const [first] = notificationsOf(report([changed('a', 'running')]), state);
    expect(first?.body).toBe('2 × 4090 · ••••/h · work. Log in, or set when it stops.');
  });

  // The clock was set back meanwhile, or the sleep failed.
  test.each([-3_600_000, 0, 59_999])('after a sleep of %d ms name no duration', (awayMs) => {
    expect(awayNotification([], awayMs, STATE, 0).title).toBe('While you were away');
  });

  test('of an alert that ended and opened again name the last change', () => {
    const over = makeClosed(1);
    const titleOf = (...events: readonly AppEvent[]) =>
      grouped(
        grouped([], events.slice(0, 1), () => 'a'),
        events.slice(1),
        () => 'b',
      ).map((group) => notificationOf(group, STATE, 0).title);
    expect(titleOf(over, makeOpened())).toEqual(['Hourly rate above your limit']);
    expect(titleOf(makeOpened(), over)).toEqual(['Hourly rate back below your limit']);
  });

  test('of a kind are one that names three and the rate; the summary of a sleep names each', () => {
    const labels = ['a', 'b', 'c', 'd'];
    const events = [...labels.map((label) => changed(label, 'running')), changed('e', 'failed')];
    expect(joined(report(events))).toMatchObject([
      {
        title: '4 VMs are running · $4.40/h',
        body: 'a, b, c and 1 more',
        destination: { kind: 'vms' },
      },
      { title: 'e has failed' },
    ]);
    expect(joined(report(events), { ...STATE, preferences: HIDDEN })[0]?.title).toBe(
      '4 VMs are running · ••••/h',
    );
    const groups = grouped([], eventsOf(report(events)), () => 'g');
    const away = awayNotification(groups, 0, STATE, 0);
    expect(away.body).toBe('a is running; b is running; c is running; d is running; e has failed');
  });

  test('of 10,000 VMs are one record with the right sum', () => {
    const stop = (index: number): VmEvent => ({
      kind: 'statusChanged',
      vm: { ...vm(`${index}`), ...inStatus('stopped'), billed: billedAt(0.0132) },
    });
    const poll = (from: number, count: number) =>
      report(Array.from({ length: count }, (_, index) => stop(from + index)));
    const newId = () => 'g';
    const twelve = grouped([], eventsOf(poll(0, 12)), newId);
    const titles = (groups: typeof twelve) =>
      groups.map((group) => notificationOf(group, STATE, 0).title);
    expect(titles(twelve)).toEqual(['12 VMs have stopped · $0.16/h']);
    const all = grouped(twelve, eventsOf(poll(12, 9_988)), newId);
    expect(titles(all)).toEqual(['10000 VMs have stopped · $132/h']);
    expect(JSON.stringify(all).length).toBeLessThan(20_000);
  });
});
