import { expect, test } from 'vitest';
import { UNCONFIRMED, VM_STATUSES, type Vm } from '../domain/index.ts';
import { makeVm } from '../domain/testing/records.ts';
import { groupOf, groupVms, isAttentionFirst, troubleSince, type VmActivity } from './index.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

const listed = (id: string, fields: Partial<Vm>) => ({
  key: `a/${id}`,
  vm: makeVm({ id, status: 'interrupted', ...fields }),
});

test('groups every documented status; unknown ones need attention', () => {
  const groups = Object.fromEntries(VM_STATUSES.map((status) => [status, groupOf({ status })]));
  expect(groups).toEqual({
    creating: 'running',
    starting: 'running',
    running: 'running',
    stopping: 'running',
    stopped: 'stopped',
    interrupted: 'attention',
    destroyed: 'destroyed',
    failed: 'attention',
    offline: 'attention',
  });
  expect(groupOf({ status: UNCONFIRMED })).toBe('unconfirmed');
  for (const status of ['hibernating', '', '__proto__', 'Running'])
    expect(groupOf({ status })).toBe('attention');
});

test('returns non-empty groups in order and keeps the order inside', () => {
  const vms = [
    listed('1', { status: 'stopped' }),
    listed('2', { status: 'running' }),
    listed('3', { status: 'failed' }),
    listed('4', { status: 'starting' }),
  ];
  const names = (attentionFirst: boolean) =>
    groupVms(vms, attentionFirst).map(({ name, members }) => [
      name,
      members.map(({ vm }) => vm.id),
    ]);
  expect(names(false)).toEqual([
    ['running', ['2', '4']],
    ['attention', ['3']],
    ['stopped', ['1']],
  ]);
  expect(names(true)[0]).toEqual(['attention', ['3']]);
});

const seen = (hours: number, isTroubleObserved: boolean): VmActivity => ({
  ...{ troubleSince: NOW - hours * HOUR, isTroubleObserved, lowSince: null },
});

test.each<[string, Partial<Vm>, VmActivity | undefined, boolean, number | null]>([
  ['reported as recent', { stoppedAt: hoursAgo(23) }, undefined, true, 23],
  ['reported as old', { stoppedAt: hoursAgo(25) }, seen(1, true), false, 25],
  ['observed', {}, seen(2, true), true, 2],
  ['observed long ago', {}, seen(24, true), false, 24],
  ['there at the first poll', {}, seen(2, false), true, null],
  ['there at the first poll long ago', {}, seen(24, false), false, null],
  [
    'of an earlier stop',
    { stoppedAt: hoursAgo(99), startedAt: hoursAgo(9) },
    seen(2, true),
    true,
    2,
  ],
  ['none', { status: 'stopped', stoppedAt: hoursAgo(1) }, undefined, false, null],
])('trouble that is %s', (_, fields, times, isFirst, hours) => {
  const vm = listed('1', fields);
  const all = [listed('2', { status: 'running' }), vm];
  expect(isAttentionFirst(all, times ? { [vm.key]: times } : {}, NOW)).toBe(isFirst);
  expect(troubleSince(vm.vm, times)).toBe(hours === null ? null : NOW - hours * HOUR);
});
