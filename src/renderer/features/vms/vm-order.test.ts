import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIST_ORDERS, type ListOrder } from './list-view.ts';
import { entryWith } from './testing/entry.ts';
import { sortVms } from './vm-order.ts';

const ids = (entries: Parameters<typeof sortVms>[0], order: ListOrder) =>
  sortVms(entries, order).map(({ vm }) => vm.id);

test('by rate the dearest is first, and an unknown rate last, below nothing at all', () => {
  const entries = [
    entryWith({ id: 'unknown', hourlyRate: 9 }),
    entryWith({ id: 'free', hourlyRate: 5 }, { billed: 0 }),
    entryWith({ id: 'dear', hourlyRate: 1 }, { billed: 2 }),
  ];
  expect(ids(entries, 'rate')).toEqual(['dear', 'free', 'unknown']);
});

test('by age the newest is first; what has not started counts from its creation', () => {
  const entries = [
    entryWith({ id: 'broken', startedAt: 'yesterday' }),
    entryWith({ id: 'old', startedAt: '2026-01-01T00:00:00Z' }),
    entryWith({ id: 'new', createdAt: '2026-02-01T00:00:00Z' }),
  ];
  expect(ids(entries, 'age')).toEqual(['new', 'old', 'broken']);
});

test('by name numbers count as numbers', () => {
  const entries = ['job-10', 'job-9', 'Job-1'].map((label) => entryWith({ id: label, label }));
  expect(ids(entries, 'name')).toEqual(['Job-1', 'job-9', 'job-10']);
});

test('the same VMs stand in the same order, however they arrived', () => {
  const vm = fc.record({
    id: fc.uuid(),
    label: fc.option(fc.constantFrom('a', 'b', '')),
  });
  const billed = fc.option(fc.constantFrom(0, 1, 2));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(vm, billed), { selector: ([{ id }]) => id }),
      fc.constantFrom(...LIST_ORDERS),
      (vms, order) => {
        const entries = vms.map(([fields, amount]) => entryWith(fields, { billed: amount }));
        expect(ids(entries.toReversed(), order)).toEqual(ids(entries, order));
      },
    ),
  );
});
