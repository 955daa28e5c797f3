import { expect, test } from 'vitest';
import { missingVms } from './missing-vms.ts';
import { snapshotWith, vm } from './testing/snapshots.ts';

const ref = (vmId: string, accountId = 'a') => ({ accountId, vmId });

test('what a whole list lacks is missing, and what it has as destroyed', () => {
  const listed = [vm('one'), vm('old', { status: 'destroyed' })];
  const snapshots = { a: snapshotWith(listed) };
  expect(missingVms([ref('one'), ref('two'), ref('old')], { snapshots })).toEqual([
    ref('two'),
    ref('old'),
  ]);
});

test('the same id in another account is another VM', () => {
  const snapshots = { a: snapshotWith([vm('one')]), b: snapshotWith([]) };
  expect(missingVms([ref('one'), ref('one', 'b')], { snapshots })).toEqual([ref('one', 'b')]);
});

test.each([
  ['not known', { a: snapshotWith(null) }],
  ['of an account without a snapshot', {}],
  ['not whole', { a: snapshotWith([], { problem: { kind: 'network' } }) }],
  ['with VMs that could not be read', { a: snapshotWith([], { skipped: 1 }) }],
])('a list that is %s says nothing', (_, snapshots) => {
  expect(missingVms([ref('one')], { snapshots })).toEqual([]);
});
