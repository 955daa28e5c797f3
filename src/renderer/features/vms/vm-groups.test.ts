import { expect, test } from 'vitest';
import { VM_STATUSES } from '../../../shared/domain/index.ts';
import { entryWith } from './testing/entry.ts';
import { groupOf, groupVms } from './vm-groups.ts';

test('every documented status has its group, and any other needs attention', () => {
  const groups = Object.fromEntries(VM_STATUSES.map((status) => [status, groupOf({ status })]));
  expect(groups).toEqual({
    creating: 'changing',
    starting: 'changing',
    running: 'running',
    stopping: 'changing',
    stopped: 'stopped',
    interrupted: 'attention',
    destroyed: 'destroyed',
    failed: 'attention',
    offline: 'attention',
  });
  for (const status of ['hibernating', '', '__proto__', 'Running'])
    expect(groupOf({ status })).toBe('attention');
});

test('groups come in the order of the list, without empty ones, and keep the order inside', () => {
  const entries = [
    entryWith({ id: '1', status: 'stopped' }),
    entryWith({ id: '2', status: 'running' }),
    entryWith({ id: '3', status: 'destroyed' }),
    entryWith({ id: '4', status: 'running' }),
  ];
  const groups = groupVms(entries).map(({ name, entries: members }) => [
    name,
    members.map(({ vm }) => vm.id),
  ]);
  expect(groups).toEqual([
    ['running', ['2', '4']],
    ['stopped', ['1']],
    ['destroyed', ['3']],
  ]);
});
