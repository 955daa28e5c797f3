import { expect, test } from 'vitest';
import { makeVm, VM_STATUSES } from '../domain/testing/records.ts';
import type { Vm } from '../domain/vm.ts';
import { groupVms, NO_ACTIVITY, troubleSince, type VmActivity } from './vm-groups.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString();

const listed = (id: string, fields: Partial<Vm>) => ({
  key: `a/${id}`,
  vm: makeVm({ id, status: 'interrupted', ...fields }),
});

const groupsOf = (
  vms: readonly ReturnType<typeof listed>[],
  times: Record<string, VmActivity> = {},
) =>
  groupVms(vms, times, NOW).map(({ name, members }) => [name, ...members.map(({ vm }) => vm.id)]);

test('groups every documented status, in order; unknown ones need attention', () => {
  const vms = [...VM_STATUSES, 'hibernating', '', '__proto__', 'Running'].map((status) =>
    listed(`${status}.`, { status }),
  );
  vms.push(listed('lost.', { phase: 'unconfirmed' }));
  expect(groupsOf(vms)).toEqual([
    [
      'attention',
      'interrupted.',
      'failed.',
      'offline.',
      'hibernating.',
      '.',
      '__proto__.',
      'Running.',
    ],
    ['running', 'creating.', 'starting.', 'running.', 'stopping.'],
    ['unconfirmed', 'lost.'],
    ['stopped', 'stopped.'],
    ['destroyed', 'destroyed.'],
  ]);
});

const seen = (hours: number, isTroubleObserved: boolean): VmActivity => ({
  ...NO_ACTIVITY,
  troubleSince: NOW - hours * HOUR,
  isTroubleObserved,
});

test.each<[string, Partial<Vm>, VmActivity | undefined, string, number | null]>([
  ['reported as recent', { stoppedAt: hoursAgo(23) }, undefined, 'attention', 23],
  ['reported as old', { stoppedAt: hoursAgo(25) }, seen(1, true), 'earlier', 25],
  ['observed', {}, seen(2, true), 'attention', 2],
  ['observed long ago', {}, seen(24, true), 'earlier', 24],
  ['there at the first poll', {}, seen(2, false), 'attention', null],
  ['there at the first poll long ago', {}, seen(24, false), 'earlier', null],
  [
    'of an earlier stop',
    { stoppedAt: hoursAgo(99), startedAt: hoursAgo(9) },
    seen(2, true),
    'attention',
    2,
  ],
])('trouble that is %s', (_, fields, times, group, hours) => {
  const vm = listed('1', fields);
  expect(groupsOf([vm], times ? { [vm.key]: times } : {})).toEqual([[group, '1']]);
  expect(troubleSince(vm.vm, times)).toBe(hours === null ? null : NOW - hours * HOUR);
});

test('what is in trouble for long is at the end, except for what is destroyed', () => {
  const vms = [
    listed('old', { status: 'failed', stoppedAt: hoursAgo(25) }),
    listed('gone', { status: 'destroyed' }),
    listed('off', { status: 'stopped' }),
    listed('new', { status: 'failed', stoppedAt: hoursAgo(1) }),
    listed('on', { status: 'running' }),
  ];
  expect(groupsOf(vms).map(([name]) => name)).toEqual([
    ...['attention', 'running', 'stopped', 'earlier', 'destroyed'],
  ]);
});
