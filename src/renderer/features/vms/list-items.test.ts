import { describe, expect, test } from 'vitest';
import { billedAt, makeRates } from '../../../shared/domain/testing/records.ts';
import { NOT_BILLED } from '../../../shared/domain/vm.ts';
import { groupVms } from '../../../shared/vms/vm-groups.ts';
import { keepPlaces, listItems, type Section, type ShownRows, subtotalOf } from './list-items.ts';
import { entryWith } from './testing/entry.ts';
import type { VmEntry } from './vm-entries.ts';

const [one, two, three] = ['1', '2', '3'].map((id) =>
  entryWith({ id, billed: billedAt(Number(id)) }),
);
if (!one || !two || !three) throw new Error('three entries');

const ALL: ShownRows = { opened: { off: true }, isFiltered: false, isWhole: false };

test('a closed section keeps heading, count and subtotal; off is closed beside others', () => {
  const groups = [
    { name: 'running', members: [one, two] },
    { name: 'off', members: [three] },
  ] as const;
  const items = listItems(groups, groups, { ...ALL, opened: {} });
  expect(items.map(({ key }) => key)).toEqual(['group:running', 'a/1', 'a/2', 'group:off']);
  expect(items[0]).toMatchObject({ count: 2, perHour: 3, isPartial: false });
  expect(items.at(-1)).toMatchObject({ count: 1, perHour: 3, isOpen: false });
  const alone = groups.slice(1);
  expect(listItems(alone, alone, { ...ALL, opened: {} })).toHaveLength(2);
  expect(listItems(groups, groups, { ...ALL, opened: {}, isFiltered: true })).toHaveLength(5);
});

test('a heading has the figures of its group, also while rows keep their places', () => {
  const shown: readonly Section[] = [
    { name: 'running', members: [one, two] },
    { name: 'new', members: [three] },
  ];
  const groups = [
    { name: 'running', members: [two, three] },
    { name: 'off', members: [one] },
  ] as const;
  const headings = listItems(shown, groups, ALL).filter(({ kind }) => kind === 'heading');
  expect(headings).toMatchObject([
    { name: 'running', count: 2, perHour: 5 },
    { name: 'new', count: 1, perHour: 3 },
  ]);
});

test('the heading of running VMs does not count those that start or stop', () => {
  const members = ['running', 'creating', 'stopping'].map((status) => entryWith({ status }));
  const groups = [{ name: 'running', members }] as const;
  expect(listItems(groups, groups, ALL)[0]).toMatchObject({ count: 1 });
});

describe('the idle and stuck VMs', () => {
  const members = ['1', '2', '3', '4', '5'].map((id) => entryWith({ id, isFrozen: true }));
  const waste = { name: 'waste', members } as const;
  const both: readonly Section[] = [waste, { name: 'running', members: [one] }];
  const keys = (sections: readonly Section[], shown: Partial<ShownRows> = {}) =>
    listItems(sections, [], { ...ALL, ...shown }).map(({ key }) => key);
  const running = ['group:running', 'a/1'];

  test('have three rows of one line while VMs run, and all of them on demand', () => {
    const few = ['group:waste', 'a/1', 'a/2', 'a/3'];
    expect(keys(both)).toEqual([...few, 'more', ...running]);
    const rows = [...few, 'a/4', 'a/5'];
    expect(keys(both, { isWhole: true })).toEqual([...rows, 'more', ...running]);
    expect(keys(both, { isFiltered: true })).toEqual([...rows, ...running]);
    expect(keys([waste])).toEqual(rows);
    expect(listItems(both, [], ALL)[1]).toMatchObject({ isOneLine: true });
    expect(listItems(both, [], ALL)[4]).toMatchObject({ count: 2, isOpen: false });
    expect(listItems(both, [], ALL).at(-1)).toMatchObject({ isOneLine: false });
  });

  test('have no row for more where there are none, and none while it is closed', () => {
    const few = { name: 'waste', members: members.slice(0, 3) } as const;
    expect(keys([few, both[1] ?? few])).toEqual(['group:waste', 'a/1', 'a/2', 'a/3', ...running]);
    const opened = { waste: false, running: false };
    expect(keys(both, { opened })).toEqual(['group:waste', 'group:running']);
  });
});

test('a VM that two accounts list counts once', () => {
  const [own, theirs] = ['a', 'b'].map((accountId) => entryWith({}, { accountId }));
  if (!own || !theirs) throw new Error('two entries');
  const groups = [{ name: 'running', members: [own, theirs] }] as const;
  expect(listItems(groups, groups, ALL)[0]).toMatchObject({ count: 1 });
});

test.each([
  [[0.1, 0.2], { perHour: 0.3, isPartial: false }],
  [[0.1, null], { perHour: 0.1, isPartial: true }],
  [[null, null], { perHour: null, isPartial: false }],
  [[], { perHour: null, isPartial: false }],
])('the subtotal of %j is %o', (rates, subtotal) => {
  const entries = rates.map((billed, index) =>
    entryWith({ id: String(index), billed: billedAt(billed) }),
  );
  expect(subtotalOf(entries)).toEqual(subtotal);
});

test('the subtotal of a rate that leaves something out is a lower bound', () => {
  const rates = makeRates({ now: { perHour: 0.0055, isAtLeast: true } });
  expect(subtotalOf([entryWith({ rates, billed: billedAt(0.0055) })])).toEqual({
    ...{ perHour: 0.0055, isPartial: true },
  });
});

test('a VM that two accounts list is in the subtotal once', () => {
  const entry = entryWith({ billed: billedAt(2) });
  const other = { ...entry, key: 'b/id-1', accountId: 'b' };
  const unpaid = { ...other, vm: { ...entry.vm, billed: NOT_BILLED } };
  for (const entries of [
    [entry, other],
    [entry, unpaid],
    [unpaid, entry],
  ])
    expect(subtotalOf(entries)).toEqual({ perHour: 2, isPartial: false });
});

const running = (id: string) => entryWith({ id, status: 'running' });
const stopped = (id: string) => entryWith({ id, status: 'stopped' });

const names = (sections: readonly Section[]) =>
  sections.map(({ name, members }) => [
    name,
    ...members.map(({ vm, isGone }) => `${vm.id} ${isGone ? 'gone' : vm.status}`),
  ]);

/** The sections after these entries came in one after the other while the list was held. */
function held(first: readonly VmEntry[], ...later: readonly (readonly VmEntry[])[]) {
  return names(
    later.reduce<readonly Section[]>(
      (shown, entries) => keepPlaces(shown, entries, groupVms(entries, {})),
      groupVms(first, {}),
    ),
  );
}

describe('keepPlaces', () => {
  const first = [running('1'), running('2'), stopped('3')];

  test('keeps a VM that changed groups or order at its place', () => {
    expect(held(first, [running('3'), running('2'), stopped('1')])).toEqual([
      ['running', '1 stopped', '2 running'],
      ['off', '3 running'],
    ]);
  });

  test('keeps the row of a VM that is gone, until it is listed again', () => {
    const rest = [running('2'), stopped('3')];
    expect(held(first, rest, rest)[0]).toEqual(['running', '1 gone', '2 running']);
    expect(held(first, rest, first)).toEqual(held(first, first));
  });

  test('appends new VMs in the order of their arrival', () => {
    expect(held(first, [running('4'), ...first], [running('5'), running('4'), ...first])).toEqual([
      ['running', '1 running', '2 running'],
      ['off', '3 stopped'],
      ['new', '4 running', '5 running'],
    ]);
  });

  test('keeps the row of a VM that no longer matches the filter', () => {
    const shown = groupVms([running('1'), running('2')], {});
    const now = [stopped('1'), running('2')];
    expect(names(keepPlaces(shown, now, groupVms([running('2')], {})))).toEqual([
      ['running', '1 stopped', '2 running'],
    ]);
  });
});
