import { expect, test } from 'vitest';
import { missingVms } from './missing-vms.ts';
import { pictureWith, vm } from './testing/pictures.ts';

const ref = (vmId: string, accountId = 'a') => ({ accountId, vmId });

test('what a whole list lacks is missing, and what it has as destroyed', () => {
  const listed = [vm('one'), vm('old', { status: 'destroyed' })];
  const pictures = { a: pictureWith(listed) };
  expect(missingVms([ref('one'), ref('two'), ref('old')], { pictures })).toEqual([
    ref('two'),
    ref('old'),
  ]);
});

test('the same id in another account is another VM', () => {
  const pictures = { a: pictureWith([vm('one')]), b: pictureWith([]) };
  expect(missingVms([ref('one'), ref('one', 'b')], { pictures })).toEqual([ref('one', 'b')]);
});

test.each([
  ['not known', { a: pictureWith(null) }],
  ['of an account without a picture', {}],
  ['not whole', { a: pictureWith([], { problem: { kind: 'network' } }) }],
  ['with VMs that could not be read', { a: pictureWith([], { skipped: 1 }) }],
])('a list that is %s says nothing', (_, pictures) => {
  expect(missingVms([ref('one')], { pictures })).toEqual([]);
});
