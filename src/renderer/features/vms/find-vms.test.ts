import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billedAt } from '../../../shared/domain/testing/records.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { filterVms, sortVms } from './find-vms.ts';
import { LIST_ORDERS, type ListOrder } from './list-view.ts';
import { entryWith } from './testing/entry.ts';

const lea = makeAccount({ id: 'lea', label: 'lea@example.com', provider: 'runpod' });
const team = makeAccount({ id: 'team', label: 'Team', provider: 'runpod' });
const accounts = [lea, team];

const train = entryWith(
  {
    ...{ id: 'one', label: 'Train-Llama', gpuType: '4090', ipAddress: '203.0.113.7' },
    facts: { Node: 'vm03' },
  },
  lea,
);
const web = entryWith(
  { id: 'two', defaultName: 'vm-1042', gpuType: 'pro6000', status: 'stopped' },
  team,
);
const cafe = entryWith({ id: 'three', label: 'caf\u00e9' }, team);
const all = [train, web, cafe];

describe('filterVms', () => {
  test.each([
    ['llama', [train]],
    ['  TRAIN ', [train]],
    ['4090 vm03', [train]],
    ['1042', [web]],
    ['stopped', [web]],
    ['113.7', [train]],
    ['lea@', [train]],
    ['runpod 4090', [train]],
    ['llama stopped', []],
    ['cafe\u0301', [cafe]],
    ['@Team', [web, cafe]],
    ['@team', [web, cafe]],
    ['@tea', []],
    ['', all],
    ['   ', all],
  ])('finds by %j', (query, found) => {
    expect(filterVms(all, query, accounts)).toEqual(found);
  });

  test('finds one of two accounts whose names differ only in case', () => {
    const lower = makeAccount({ id: 'lower', label: 'team', provider: 'runpod' });
    const other = entryWith({ id: 'four' }, lower);
    const both = [lea, team, lower];
    expect(filterVms([...all, other], '@team', both)).toEqual([other]);
    expect(filterVms([...all, other], '@Team', both)).toEqual([web, cafe]);
    expect(filterVms(all, '@team', both)).toEqual([]);
    expect(filterVms([...all, other], '@TEAM', both)).toEqual([web, cafe, other]);
  });

  test('returns the same array without a query', () => {
    expect(filterVms(all, '', accounts)).toBe(all);
  });
});

describe('sortVms', () => {
  const ids = (entries: Parameters<typeof sortVms>[0], order: ListOrder) =>
    sortVms(entries, order).map(({ vm }) => vm.id);

  test('by rate: highest first, unknown last', () => {
    const entries = [
      entryWith({ id: 'unknown' }),
      entryWith({ id: 'free', billed: billedAt(0) }),
      entryWith({ id: 'dear', billed: billedAt(2) }),
    ];
    expect(ids(entries, 'rate')).toEqual(['dear', 'free', 'unknown']);
  });

  test('by age: newest first, by creation where not started', () => {
    const entries = [
      entryWith({ id: 'broken', startedAt: 'yesterday' }),
      entryWith({ id: 'old', startedAt: '2026-01-01T00:00:00Z' }),
      entryWith({ id: 'new', createdAt: '2026-02-01T00:00:00Z' }),
    ];
    expect(ids(entries, 'age')).toEqual(['new', 'old', 'broken']);
  });

  test('by name: without case and accents, and numbers by value', () => {
    const names = ['job-10', 'étude', 'job-9', 'Job-1', 'eval', 'Echo'];
    const entries = names.map((label) => entryWith({ id: label, label }));
    expect(ids(entries, 'name')).toEqual(['Echo', 'étude', 'eval', 'Job-1', 'job-9', 'job-10']);
  });

  test('does not depend on the order of arrival', () => {
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
          const entries = vms.map(([fields, amount]) =>
            entryWith({ ...fields, billed: billedAt(amount) }),
          );
          expect(ids(entries.toReversed(), order)).toEqual(ids(entries, order));
        },
      ),
    );
  });
});
