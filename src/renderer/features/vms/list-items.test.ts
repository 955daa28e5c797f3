import { describe, expect, test } from 'vitest';
import { billedAt, makeRates } from '../../../shared/domain/testing/records.ts';
import { NOT_BILLED } from '../../../shared/domain/vm.ts';
import type { ListedVm } from '../../../shared/state/index.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import { groupVms } from '../../../shared/vms/vm-groups.ts';
import { keepPlaces, listItems, type Section, totalsOf } from './list-items.ts';
import { entryWith } from './testing/entry.ts';

const [one, two, three] = ['1', '2', '3'].map((id) =>
  entryWith({ id, billed: billedAt(Number(id)) }),
);
if (!one || !two || !three) throw new Error('three entries');

const itemsOf = (
  groups: Parameters<typeof listItems>[1],
  opened: Parameters<typeof listItems>[2] = {},
  isFiltered = false,
) => listItems(groups, groups, opened, isFiltered);

test('a closed section keeps heading, count and subtotal; off is closed beside others', () => {
  const groups = [
    { name: 'running', members: [one, two] },
    { name: 'off', members: [three] },
  ] as const;
  const items = itemsOf(groups);
  expect(items.map(({ key }) => key)).toEqual(['group:running', 'a/1', 'a/2', 'group:off']);
  expect(items[0]).toMatchObject({ count: 2, perHour: 3, isPartial: false });
  expect(items.at(-1)).toMatchObject({ count: 1, perHour: 3, isOpen: false });
  const alone = groups.slice(1);
  expect(itemsOf(alone)).toHaveLength(2);
  expect(itemsOf(groups, {}, true)).toHaveLength(5);
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
  const headings = listItems(shown, groups, {}, false).filter(({ kind }) => kind === 'heading');
  expect(headings).toMatchObject([
    { name: 'running', count: 2, perHour: 5 },
    { name: 'new', count: 1, perHour: 3 },
  ]);
});

test('the heading of running VMs does not count those that start or stop', () => {
  const members = ['running', 'creating', 'stopping'].map((status) => entryWith({ status }));
  const groups = [{ name: 'running', members }] as const;
  expect(itemsOf(groups)[0]).toMatchObject({ count: 1 });
});

describe('the idle and stuck VMs', () => {
  const members = ['1', '2', '3', '4', '5'].map((id) => entryWith({ id, isFrozen: true }));
  const waste = { name: 'waste', members } as const;
  const both = [waste, { name: 'running', members: [one] }] as const;
  const keys = (...shown: Parameters<typeof itemsOf>) => itemsOf(...shown).map(({ key }) => key);
  const few = ['group:waste', 'a/1', 'a/2', 'a/3'];
  const running = ['group:running', 'a/1'];

  test('have three rows of one line while VMs run, and all of them on demand', () => {
    expect(keys(both)).toEqual([...few, 'group:more', ...running]);
    const rest = ['a/4', 'a/5'];
    expect(keys(both, { more: true })).toEqual([...few, 'group:more', ...rest, ...running]);
    expect(keys(both, {}, true)).toEqual([...few, ...rest, ...running]);
    expect(keys([waste])).toEqual([...few, ...rest]);
    expect(itemsOf(both)[1]).toMatchObject({ kind: 'line' });
    expect(itemsOf(both)[4]).toMatchObject({ count: 2, isOpen: false });
    expect(itemsOf(both).at(-1)).toMatchObject({ kind: 'row' });
  });
});

test.each([
  [[0.1, 0.2], { perHour: 0.3, isPartial: false }],
  [[0.1, null], { perHour: 0.1, isPartial: true }],
  [[null, null], { perHour: null, isPartial: false }],
  [[], { perHour: null, isPartial: false }],
])('the total of %j is %o', (rates, total) => {
  const entries = rates.map((billed, index) =>
    entryWith({ id: String(index), billed: billedAt(billed) }),
  );
  expect(totalsOf('off', entries)).toEqual({ ...total, count: rates.length });
});

test('the total of a rate that leaves something out is a lower bound', () => {
  const rates = makeRates({ now: { perHour: 0.0055, isAtLeast: true } });
  const entry = entryWith({ rates, billed: billedAt(0.0055) });
  expect(totalsOf('off', [entry])).toEqual({ count: 1, perHour: 0.0055, isPartial: true });
});

test('a VM that two accounts list is in the total once', () => {
  const { baseUrl } = one.account;
  const entry = entryWith({ billed: billedAt(2) });
  const unpaid = entryWith({ billed: NOT_BILLED }, makeAccount({ id: 'b', baseUrl }));
  for (const entries of [
    [entry, entry],
    [entry, unpaid],
    [unpaid, entry],
  ])
    expect(totalsOf('running', entries)).toEqual({ count: 1, perHour: 2, isPartial: false });
});

test('VMs of two services with one id both count in the total', () => {
  const of = (id: string, baseUrl: string) =>
    entryWith({ billed: billedAt(2) }, makeAccount({ id, baseUrl }));
  const [first, second] = ['https://a.example', 'https://b.example'];
  const entries = [of('a', first), of('b', second), of('c', second), of('d', first)];
  expect(totalsOf('running', entries)).toEqual({ count: 2, perHour: 4, isPartial: false });
});

const running = (id: string) => entryWith({ id, status: 'running' });
const stopped = (id: string) => entryWith({ id, status: 'stopped' });

const names = (sections: readonly Section[]) =>
  sections.map(({ name, members }) => [name, ...members.map(({ vm }) => `${vm.id} ${vm.phase}`)]);

/** The sections after these entries came in one after the other while the list was held. */
function held(first: readonly ListedVm[], ...later: readonly (readonly ListedVm[])[]) {
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
    expect(held(first, rest, rest)[0]).toEqual(['running', '1 destroyed', '2 running']);
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
