import { expect, test } from 'vitest';
import type { Offer } from '../domain/offer-schemas.ts';
import { groupOffers } from './offer-groups.ts';

const NONE = { gpuCount: null, node: null, pricePerHour: null, pricePerGpu: null, months: null };

function offer(gpuType: string | null, price: number, change: Partial<Offer> = {}): Offer {
  return { ...NONE, gpuType, pricePerHour: price, rentalType: null, available: null, ...change };
}

const onNode = (node: string, available: number, price = 0.39): readonly Offer[] => [
  offer('4090', price, { node, available, rentalType: 'on_demand' }),
  offer('4090', price / 2, { node, available, rentalType: 'interruptible' }),
];

test('groups offers by GPU, the cheapest first, each with its nodes, prices and free GPUs', () => {
  const offers = [
    ...onNode('vm02', 5),
    ...onNode('vm07', 12, 0.5),
    offer('5090', 0.1, { node: 'vm01', available: 2 }),
  ];
  const groups = groupOffers(offers, [], false);
  expect(groups.map(({ name, free }) => [name, free])).toEqual([
    ['5090', 2],
    ['4090', 17],
  ]);
  expect(groups[1]?.prices).toEqual([
    { rental: 'interruptible', price: 0.195 },
    { rental: 'on demand', price: 0.39 },
  ]);
  expect(groups[1]?.rows.map(({ node, free }) => [node, free])).toEqual([
    ['vm02', 5],
    ['vm07', 12],
  ]);
});

test('launches on demand where that is offered, on any node or on that of a row', () => {
  const [group] = groupOffers([...onNode('vm02', 5), ...onNode('vm07', 12)], [], false);
  expect(group?.offer).toMatchObject({ rentalType: 'on_demand', node: null });
  expect(group?.rows[1]?.offer).toMatchObject({ rentalType: 'on_demand', node: 'vm02' });
});

test('leaves out what has no free GPU unless asked', () => {
  const offers = [
    ...onNode('vm02', 5),
    ...onNode('vm03', 0, 0.1),
    offer('5090', 1, { available: false }),
  ];
  const [group, ...others] = groupOffers(offers, [], false);
  expect(others).toEqual([]);
  expect([group?.rows.length, group?.prices[0]?.price]).toEqual([1, 0.195]);
  expect(groupOffers(offers, [], true).map(({ rows }) => rows.length)).toEqual([2, 1]);
});

test('merges equal offers, and counts no GPU twice', () => {
  const twice = [...onNode('vm02', 5), ...onNode('vm02', 5)];
  const [group] = groupOffers(twice, [], false);
  expect([group?.rows.length, group?.free]).toEqual([1, 5]);
});

test('adds what only the price list has', () => {
  const listed = [
    offer('4090', 0.38, { rentalType: 'on_demand' }),
    offer('4090', 0.3, { rentalType: 'reserved', months: 6 }),
    offer('H100', 2),
  ];
  const [group, ...others] = groupOffers(onNode('vm02', 5), listed, false);
  expect(group?.more).toEqual([{ rental: 'reserved for 6 months', price: 0.3 }]);
  expect(others).toEqual([]);
  expect(groupOffers([], listed, true).map(({ name, free }) => [name, free])).toEqual([
    ['4090', null],
    ['H100', null],
  ]);
});

test.each<[string, Partial<Offer>, string, number]>([
  ['a price per GPU', { gpuCount: 8, pricePerHour: 3.2, pricePerGpu: 0.4 }, '4090', 0.4],
  ['the price of a whole machine', { gpuCount: 8, pricePerHour: 3.2 }, '8 × 4090', 3.2],
  ['one GPU', { gpuCount: 1, pricePerHour: 0.4 }, '4090', 0.4],
])('names %s', (_, change, name, price) => {
  const [group] = groupOffers([offer('4090', 0, change)], [], false);
  expect([group?.name, group?.prices[0]?.price]).toEqual([name, price]);
});

test('keeps offers without a GPU type or a price', () => {
  const [first, second] = groupOffers(
    [offer(null, 1), offer('4090', 0, { pricePerHour: null, node: 'vm01' })],
    [],
    false,
  );
  expect([first?.name, first?.gpuType]).toEqual(['Unknown GPU', null]);
  expect(second?.prices).toEqual([]);
});
