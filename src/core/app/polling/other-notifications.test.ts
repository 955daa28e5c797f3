import { describe, expect, test } from 'vitest';
import { makeVmList } from '../../../shared/domain/testing/records.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { notificationOf, textOf } from '../../events/index.ts';
import { makeClosed, makeOpened } from '../../events/testing/alert-event.ts';
import { groupOf } from '../../events/testing/group-of.ts';
import { EMPTY_SNAPSHOT } from '../kernel/apply-poll.ts';
import { isSilent } from '../kernel/deliver.ts';
import { changed, notificationsOf, report, STATE, vm } from './testing/notified.ts';

describe('other notifications', () => {
  test.each([
    ['failed', 'vmFailed'],
    ['interrupted', 'vmInterrupted'],
    ['offline', 'vmOffline'],
    ['running', 'vmRunning'],
    ['destroyed', 'vmGone'],
    ['stopped', 'vmStopped'],
  ] as const)('a change to %s can be turned off, and is all that is', (status, rule) => {
    const off = { ...STATE.preferences, [rule]: { isOn: false, limit: null } };
    const state = { ...STATE, preferences: off };
    expect(notificationsOf(report([changed('a', status)]), state)).toEqual([]);
    const other = status === 'failed' ? 'offline' : 'failed';
    expect(notificationsOf(report([changed('a', other)]), state)).toHaveLength(1);
  });

  test('a muted VM has none', () => {
    const state = { ...STATE, preferences: { ...STATE.preferences, mutedVms: ['one/id-a'] } };
    const poll = report([changed('a', 'failed'), changed('b', 'failed')]);
    expect(notificationsOf(poll, state).map(({ title }) => title)).toEqual(['b has failed']);
    const ofVm = makeOpened({ accountId: 'one', vmId: 'id-a' });
    expect([isSilent(ofVm, state), isSilent(ofVm, STATE)]).toEqual([true, false]);
  });

  test('the end of a snoozed alert has none', () => {
    const ended = (snoozedUntil: number | null) => isSilent(makeClosed(5, { snoozedUntil }), STATE);
    expect([null, 5, 6].map(ended)).toEqual([false, false, true]);
  });

  const ready = { kind: 'ready', at: 0, accountId: 'a', vmId: 'one', perHour: 1.1 } as const;

  test.each([
    ['ssh gpu-one', 'active', 'ssh gpu-one', false],
    ['ssh me@203.0.113.7', 'absent', 'Click to copy: ssh me@203.0.113.7', true],
    [null, 'absent', 'Click to see its details.', false],
  ] as const)(
    'SSH is ready with the command %j, Include %s: %s',
    (command, include, hint, copies) => {
      const login = { alias: null, command, hasAddress: true, reach: null };
      const ssh = { ...STATE.ssh, include };
      const state = { ...STATE, ssh, vmSshAccess: { 'a/one': login } };
      expect(notificationOf(groupOf({ ...ready, name: 'train 1' }), state, 0)).toMatchObject({
        title: 'You can log in to train 1',
        body: `$1.10/h. ${hint}`,
        destination: { kind: 'vm', accountId: 'a', vmId: 'one' },
        ...(copies && { copy: { accountId: 'a', vmId: 'one', what: 'ssh' } }),
      });
    },
  );

  test.each([
    ['stop', 'SSH has not answered for 5 min. Check it in the console, or stop it.'],
    ['terminate', 'or terminate it.'],
  ])('a VM that is running and not ready, with a %s', (end, text) => {
    const isLambda = end === 'terminate';
    const effects = isLambda ? { destroy: { label: 'Terminate', keeps: [], notes: [] } } : {};
    const known = { ...vm('a'), id: 'one', effects };
    const snapshots = {
      a: { ...EMPTY_SNAPSHOT, vms: { value: makeVmList([known]), problem: null } },
    };
    const accounts = [makeAccount({ id: 'a', ...(isLambda && { provider: 'lambda' }) })];
    const event = { ...ready, kind: 'noLogin', name: 'a' } as const;
    const { title, body } = textOf(event, { ...STATE, snapshots, accounts }, 0);
    expect([title, body]).toEqual(['a is running', expect.stringContaining(text)]);
  });
});
