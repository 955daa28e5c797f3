import { expect, test } from 'vitest';
import { heightOf, listItems } from './list-items.ts';
import { entryWith } from './testing/entry.ts';
import type { VmGroup } from './vm-groups.ts';

const groups: readonly VmGroup[] = [
  { name: 'running', entries: [entryWith({ id: '1' }), entryWith({ id: '2' })] },
  { name: 'destroyed', entries: [entryWith({ id: '3' })] },
];

test('a closed group keeps its heading and its count', () => {
  const items = listItems(
    groups,
    (name) => name === 'running',
    ({ vm }) => vm.id === '2',
  );
  expect(items.map(({ key }) => key)).toEqual(['group:running', 'a/1', 'a/2', 'group:destroyed']);
  expect(items.at(-1)).toMatchObject({ count: 1, isOpen: false });
  expect(items.map(heightOf)).toEqual([28, 36, 52, 28]);
});
