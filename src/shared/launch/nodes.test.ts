import { expect, test } from 'vitest';
import type { Offer } from '../domain/offer-schemas.ts';
import { EMPTY_DRAFT } from '../domain/vm-order.ts';
import { freeNode, knownNodes } from './nodes.ts';

const ORDER = { ...EMPTY_DRAFT, gpuType: '4090', gpuCount: '2' };

const offer = (
  node: string | null,
  available: number | null,
  change: Partial<Offer> = {},
): Offer => ({
  ...{ gpuType: 'RTX 4090', gpuCount: null, node, available, rentalType: 'on_demand' },
  ...{ pricePerHour: 0.39, pricePerGpu: 0.39, months: null, ...change },
});

test.each<[string, readonly Offer[], string | null]>([
  ['the node with most free GPUs', [offer('vm01', 3), offer('vm02', 7)], 'vm02'],
  ['the cheaper of equal ones', [offer('a', 3), offer('b', 3, { pricePerHour: 0.2 })], 'b'],
  ['no node with too few', [offer('vm01', 1), offer('vm02', null)], null],
  ['no node of another GPU', [offer('vm01', 8, { gpuType: '5090' })], null],
  ['no node of another rental', [offer('vm01', 8, { rentalType: 'interruptible' })], null],
  ['a node whose rental is not named', [offer('vm01', 8, { rentalType: null })], 'vm01'],
  ['no machine of another size', [offer('vm01', 2, { gpuCount: 8, pricePerGpu: null })], null],
  ['no offer without a node', [offer(null, 8)], null],
])('finds %s', (_, offers, node) => {
  expect(freeNode(ORDER, offers)).toBe(node);
});

test('knows the nodes of offers and VMs with that GPU, each with its free GPUs', () => {
  const offers = [
    offer('vm02', 7),
    offer('vm02', 7, { rentalType: 'interruptible' }),
    offer('vm10', 0),
    offer('vm03', 2, { gpuType: '5090' }),
    offer(null, 3),
  ];
  const on = (node: string, gpuType: string) => ({ gpuType, order: { node } });
  const vms = [on('vm09', '4090'), on('vm02', '4090'), on('vm08', 'pro6000'), { gpuType: '4090' }];
  expect(knownNodes('4090', offers, vms)).toEqual([
    { node: 'vm02', free: 7 },
    { node: 'vm09', free: null },
    { node: 'vm10', free: 0 },
  ]);
  expect(knownNodes('', offers, vms).map(({ node }) => node)).toEqual([
    ...['vm02', 'vm03', 'vm08', 'vm09', 'vm10'],
  ]);
});
