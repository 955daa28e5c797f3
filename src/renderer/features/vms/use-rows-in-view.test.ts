import { expect, test } from 'vitest';
import { indexesInView, topsOf } from './use-rows-in-view.ts';

const kinds = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: index === 0 ? 'heading' : 'vm' }) as const);

test('places items below each other', () => {
  expect(topsOf(kinds(3), 52)).toEqual([0, 28, 80, 132]);
  expect(topsOf([], 52)).toEqual([0]);
});

test.each<[string, readonly [number, number], number, readonly number[]]>([
  ['at the top', [0, 104], -1, [0, 1, 2, 3, 4]],
  ['in the middle', [1_000, 1_100], -1, [17, 18, 19, 20, 21, 22, 23]],
  ['at the end', [5_100, 9_999], -1, [96, 97, 98, 99]],
  ['with the active one above', [5_100, 9_999], 2, [2, 96, 97, 98, 99]],
  ['with the active one below', [0, 104], 50, [0, 1, 2, 3, 4, 50]],
  ['with the active one in view', [0, 104], 1, [0, 1, 2, 3, 4]],
])('renders the items %s', (_, edges, active, indexes) => {
  expect(indexesInView(topsOf(kinds(100), 52), edges, active)).toEqual(indexes);
});
