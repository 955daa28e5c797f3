import { expect, test } from 'vitest';
import { entryWith } from './testing/entry.ts';
import { filterVms } from './vm-filter.ts';

const train = entryWith(
  { id: 'one', label: 'Train-Llama', node: 'vm03', gpuType: '4090', ipAddress: '203.0.113.7' },
  { accountLabel: 'lea@example.com' },
);
const web = entryWith({ id: 'two', vmid: 1042, gpuType: 'pro6000', status: 'stopped' });
const all = [train, web];

test.each([
  ['llama', [train]],
  ['  TRAIN ', [train]],
  ['4090 vm03', [train]],
  ['1042', [web]],
  ['stopped', [web]],
  ['113.7', [train]],
  ['lea@', [train]],
  ['llama stopped', []],
  ['', all],
  ['   ', all],
])('%j', (query, found) => {
  expect(filterVms(all, query)).toEqual(found);
});

test('without a query the list is the very same', () => {
  expect(filterVms(all, '')).toBe(all);
});
