import { expect, test } from 'vitest';
import { missingVms } from './missing-vms.ts';
import { pictureWith, vm } from './testing/pictures.ts';

const ref = (vmId: string, accountId = 'a') => ({ accountId, vmId });

test('a VM that was heard of and is not listed any more is gone', () => {
  const pictures = { a: pictureWith([vm('one')]) };
  expect(missingVms([ref('one'), ref('two')], [ref('one'), ref('two')], { pictures })).toEqual({
    gone: [ref('two')],
    doubtful: [],
  });
});

test('one that is listed as destroyed is gone, also when nobody saw it live', () => {
  const pictures = { a: pictureWith([vm('one', { status: 'destroyed' })]) };
  expect(missingVms([ref('one')], [], { pictures }).gone).toEqual([ref('one')]);
});

test('one remembered from before the start is only doubtful', () => {
  const pictures = { a: pictureWith([]) };
  expect(missingVms([ref('old')], [], { pictures })).toEqual({ gone: [], doubtful: [ref('old')] });
});

test.each([
  ['not known', { a: pictureWith(null) }],
  ['of an account without a picture', {}],
  ['not whole', { a: pictureWith([], { problem: { kind: 'network' } }) }],
])('a list that is %s says nothing', (_, pictures) => {
  expect(missingVms([ref('one')], [ref('one')], { pictures })).toEqual({ gone: [], doubtful: [] });
});

test('where VMs could not be read, an unheard one may be among them', () => {
  const pictures = { a: pictureWith([], { skipped: 1 }) };
  expect(missingVms([ref('old')], [], { pictures }).doubtful).toEqual([]);
});
