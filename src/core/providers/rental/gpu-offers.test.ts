import { expect, test } from 'vitest';
import type { OfferWish } from '../../../shared/offers/gpu-offer.ts';
import type { HttpRequest } from '../http/request.ts';
import { readGpuOffers } from './gpu-offers.ts';

const WISH = { gpus: [], minGpus: null, isInterruptible: false, diskGb: 100 };

async function readFrom(json: unknown, wish: Partial<OfferWish> = {}) {
  const sent: Omit<HttpRequest, 'method'>[] = [];
  const read = async (request: Omit<HttpRequest, 'method'>) => {
    sent.push(request);
    const rateLimit = { remaining: null, resetAt: null };
    return { json, endpoint: 'GET /search', bytes: 0, rateLimit, date: null };
  };
  return { sent, reading: await readGpuOffers({ read }, { ...WISH, ...wish }) };
}

/** The one offer of a record. */
async function offerOf(record: object, wish: Partial<OfferWish> = {}) {
  const { reading } = await readFrom([record], wish);
  expect(reading.offers).toHaveLength(1);
  return reading.offers[0];
}

const OF_ONE = { node: 'vm07', gpu_type: 'pro6000', price_per_gpu_hour: 1.5, available_gpus: 5 };

test('a price of one GPU is a machine with one', async () => {
  expect(await offerOf(OF_ONE)).toEqual({
    ...{ provider: 'rental', offer: 'vm07', where: 'vm07', gpuText: 'pro6000' },
    gpu: { family: 'RTX PRO 6000', form: null, vramGb: null },
    ...{ gpuCount: 1, vramGb: null, tier: null, terms: null, stock: 5, endsAt: null },
    price: { perHour: 1.5, diskGb: null, extra: [] },
  });
});

test.each([
  [2, { gpuCount: 2, stock: 2, price: { perHour: 3 } }],
  [3, { gpuCount: 4, stock: 1, price: { perHour: 6 } }],
  [8, { gpuCount: 8, stock: 'none', price: { perHour: 12 } }],
  // As many cannot be ordered.
  [9, { gpuCount: 1, stock: 5, price: { perHour: 1.5 } }],
])('and with %i wanted, one with as many as can be ordered', async (minGpus, offer) => {
  expect(await offerOf(OF_ONE, { minGpus })).toMatchObject(offer);
});

test('a machine with several GPUs has its own price, and nobody knows how many are free', async () => {
  const record = { node: 'vm01', gpu_type: '4090', gpu_count: 2, hourly_rate: 0.78, available: 3 };
  const offer = { gpuCount: 2, stock: null, price: { perHour: 0.78 } };
  for (const minGpus of [null, 8]) expect(await offerOf(record, { minGpus })).toMatchObject(offer);
  for (const available of [0, false])
    expect(await offerOf({ ...record, available })).toMatchObject({ stock: 'none' });
  expect(await offerOf({ ...record, available: true })).toMatchObject({ stock: null });
});

test('each price of a record is an offer with its terms', async () => {
  const prices = { on_demand: 0.4, spot_price: 0.2, reserved_3_months: 0.3, rental: 'weekly' };
  const { reading } = await readFrom([{ gpu_type: '4090', ...prices }]);
  expect(reading.offers.map(({ terms, tier, offer }) => [terms, tier, offer])).toEqual([
    ['onDemand', null, '4090'],
    ['interruptible', null, '4090'],
    ['reserved', '3 months', '4090'],
  ]);
  const weekly = await offerOf({ gpu_type: '4090', price: 1, rental_type: 'weekly' });
  expect(weekly).toMatchObject({ terms: null, tier: 'weekly' });
});

test.each([['-1'], [-1], [Number.NaN], ['free'], [1e12], [0], [null]])(
  'a price of %j is unknown',
  async (price) => {
    expect(await offerOf({ gpu_type: '4090', price })).toMatchObject({ price: { perHour: null } });
  },
);

test('controls are not shown', async () => {
  const record = { gpu_type: 'Zeta\u001b[2J\u202e', node: 'vm\n1', price: '$0.40' };
  expect(await offerOf({ ...record, rental_type: 'x'.repeat(5_000) })).toMatchObject({
    ...{ gpu: null, gpuText: 'Zeta [2J', where: 'vm 1', offer: 'vm 1' },
    ...{ tier: `${'x'.repeat(59)}…`, price: { perHour: 0.4 } },
  });
});

test('10,000 offers are read, and records that are none are counted', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ ...OF_ONE, node: `vm${at}` }));
  const { reading, sent } = await readFrom([...many, {}, { color: 'red' }]);
  expect([reading.offers.length, reading.skipped, reading.isComplete]).toEqual([10_000, 2, true]);
  expect(sent).toMatchObject([{ path: '/search', query: {}, isPublic: true }]);
});
