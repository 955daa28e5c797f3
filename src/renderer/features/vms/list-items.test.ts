import { expect, test } from 'vitest';
import { VM_STATUSES } from '../../../shared/domain/index.ts';
import { groupOf, groupVms, heightOf, listItems, type VmGroup } from './list-items.ts';
import { entryWith } from './testing/entry.ts';

test('groups every documented status; unknown ones need attention', () => {
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

test('returns non-empty groups in list order and keeps the order inside', () => {
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

const groups: readonly VmGroup[] = [
  { name: 'running', entries: [entryWith({ id: '1' }), entryWith({ id: '2' })] },
  { name: 'destroyed', entries: [entryWith({ id: '3' })] },
];

test('keeps heading and count of a closed group', () => {
  const items = listItems(
    groups,
    (name) => name === 'running',
    ({ vm }) => vm.id === '2',
  );
  expect(items.map(({ key }) => key)).toEqual(['group:running', 'a/1', 'a/2', 'group:destroyed']);
  expect(items.at(-1)).toMatchObject({ count: 1, isOpen: false });
  expect(items.map(heightOf)).toEqual([28, 36, 52, 28]);
});
