import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { perGpuHour } from '../../../shared/offers/offer-list.ts';
import type { HttpRequest } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';
import { parseHandle, readGpuOffers } from './offers.ts';

const WISH = { ...ANY_OFFER, diskGb: 100 };

type Query = NonNullable<HttpRequest['query']>;

/** @param answer the body for a query; 500: refused */
async function readFrom(answer: (query: Query) => unknown, wish: Partial<OfferWish> = {}) {
  const sent: Omit<HttpRequest, 'method'>[] = [];
  const read = async (request: Omit<HttpRequest, 'method'>) => {
    sent.push(request);
    const json = answer(request.query ?? {});
    if (json === 500)
      throw new ServiceError({ kind: 'server', status: 500, detail: '', retryAt: null });
    const rateLimit = { remaining: null, resetAt: null };
    return { json, endpoint: `GET ${request.path}`, bytes: 0, rateLimit, date: null };
  };
  return { sent, reading: await readGpuOffers({ read }, { ...WISH, ...wish }) };
}

const offersIn = async (body: unknown, wish: Partial<OfferWish> = {}) =>
  (await readFrom(() => body, wish)).reading.offers;

/** The one offer of a record. */
async function offerOf(record: object, wish: Partial<OfferWish> = {}) {
  const offers = await offersIn([record], wish);
  expect(offers).toHaveLength(1);
  return offers[0];
}

const OF_ONE = { node: 'vm07', gpu_type: 'pro6000', price_per_gpu_hour: 1.5, available_gpus: 5 };

describe('an offer', () => {
  test('with a price of one GPU is a machine with one', async () => {
    expect(await offerOf(OF_ONE)).toEqual({
      ...{ provider: 'rental', offer: 'vm07/pro6000/1/on_demand', where: 'vm07' },
      gpu: { family: 'RTX PRO 6000', form: null, vramGb: null },
      ...{ gpuText: 'pro6000', gpuCount: 1, vramGb: null, tier: null, terms: null, stock: 5 },
      price: { perHour: 1.5, diskGb: null, extra: ['disk'] },
      endsAt: null,
    });
  });

  test.each([
    [2, { offer: 'vm07/pro6000/2/on_demand', gpuCount: 2, stock: 2, price: { perHour: 3 } }],
    [3, { gpuCount: 4, stock: 1, price: { perHour: 6 } }],
    [8, { gpuCount: 8, stock: 'none', price: { perHour: 12 } }],
    // As many cannot be ordered.
    [9, { gpuCount: 1, stock: 5, price: { perHour: 1.5 } }],
  ])('with %i GPUs wanted is a machine with as many as can be ordered', async (minGpus, offer) => {
    expect(await offerOf(OF_ONE, { minGpus })).toMatchObject(offer);
  });

  test('of several GPUs has its own price, and unknown stock', async () => {
    const record = { node: 'vm1', gpu_type: '4090', gpu_count: 2, hourly_rate: 0.78, available: 3 };
    const offer = { gpuCount: 2, stock: null, price: { perHour: 0.78 } };
    for (const minGpus of [1, 8]) expect(await offerOf(record, { minGpus })).toMatchObject(offer);
    for (const available of [0, false])
      expect(await offerOf({ ...record, available })).toMatchObject({ stock: 'none' });
    expect(await offerOf({ ...record, available: true })).toMatchObject({ stock: null });
  });

  test.each<[string, object, number | null, number | null]>([
    ['of one GPU by its name', { gpu_count: 4, price_per_gpu: 0.5 }, 2, 0.5],
    ['of one GPU in a machine with one', { gpu_count: 1, price: 0.5 }, 0.5, 0.5],
    ['of the whole machine', { gpu_count: 4, price: 0.5 }, 0.5, 0.125],
    ['of one GPU in a machine with none', { gpu_count: 0, price_per_gpu: 0.5 }, 0.5, null],
    ['as text', { gpu_count: '2', price_per_hour: '$1.00' }, 1, 0.5],
    ['in an object', { pricing: { on_demand: '$0.5' }, gpu: { model: '5090' } }, 0.5, 0.5],
    ['in camel case', { gpuModel: '4090', pricePerGpuHour: 1 }, 1, 1],
    [
      'of another thing',
      { gpu: 'A', price_per_month: 300, storage_price: 1, min_price: 1 },
      null,
      null,
    ],
    ['of zero', { gpu: 'A', price: 0 }, null, null],
    ['in other words', { gpu: 'A', price: 'free' }, null, null],
  ])('has a price %s', async (_, record, perHour, ofOne) => {
    const offer = await offerOf(record);
    expect(offer?.price.perHour).toBe(perHour);
    expect(offer && perGpuHour(offer)).toBe(ofOne);
  });

  test('has a handle of its own for each price of a record', async () => {
    const prices = {
      on_demand: 0.4,
      spot_price: 0.2,
      reserved: { 1: 0.35, '3m': 0.3, '6_months': 0.25 },
    };
    const offers = await offersIn([{ node: 'vm1', gpu_type: '4090', ...prices }]);
    expect(offers.map(({ terms, tier, offer }) => [terms, tier, offer])).toEqual([
      ['onDemand', null, 'vm1/4090/1/on_demand'],
      ['interruptible', null, 'vm1/4090/1/interruptible'],
      ['reserved', '1 month', 'vm1/4090/1/reserved/1'],
      ['reserved', '3 months', 'vm1/4090/1/reserved/3'],
      ['reserved', '6 months', 'vm1/4090/1/reserved/6'],
    ]);
  });

  test('shows no controls, and its handle has what was sent', async () => {
    const record = { gpu_type: 'Zeta\u001b[2J\u202e', node: 'vm/\n1', price: '$0.40' };
    const offer = await offerOf({ ...record, rental_type: 'x'.repeat(5_000) });
    expect(offer).toMatchObject({
      ...{ gpu: null, gpuText: 'Zeta [2J', where: 'vm/ 1', tier: `${'x'.repeat(59)}…` },
      price: { perHour: 0.4 },
    });
    expect(parseHandle(offer?.offer ?? '')).toMatchObject({
      ...{ gpuType: record.gpu_type, node: record.node, gpuCount: 1, months: null },
    });
  });

  test('is skipped without a GPU type and a price', async () => {
    const { reading } = await readFrom(() => [{ gpu_type: '4090', country: 'NO' }, 7, {}]);
    expect(reading).toMatchObject({
      offers: [{ gpuText: '4090' }],
      problem: { found: '2 unreadable offers' },
    });
  });
});

test.each(['', 'a', '12345', 'a/b/c/d', 'a/b/1', 'a/b/1/x/y', 'a/b/01/x', 'a b/c/1/x', '%/b/1/x'])(
  '%j is no handle',
  (handle) => expect(parseHandle(handle)).toBeNull(),
);

test.each([[[{ country: 'NO' }]], [{ rtx: { price: 0.39 } }], [7], [null], [{ a: [{}], b: [{}] }]])(
  'in %j are no offers',
  async (body) => {
    await expect(offersIn(body)).rejects.toThrow('Unexpected response to GET /search');
  },
);

const fleet = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ gpu_type: '4090', node: `vm${at}`, price: at + 1 }));
const slice = <T>(list: readonly T[], { limit = 50, offset = 0 }: Query) =>
  list.slice(Number(offset), Number(offset) + Number(limit));

describe('a long list', () => {
  let count = 0;
  const clicks = () => ++count;

  test.each<[string, (query: Query) => unknown, object]>([
    [
      'of 50 offers is complete when nothing follows',
      (query) => slice(fleet(50), query),
      { count: 50, queries: ['50+50'] },
    ],
    [
      'is read page by page',
      (query) => slice(fleet(120), query),
      { count: 120, queries: ['50+50', '50+100'] },
    ],
    [
      'is read to its total, whatever the size of a page',
      (query) => ({ total: 50, items: slice(fleet(50), { ...query, limit: 20 }) }),
      { count: 50, queries: ['50+20', '50+40'] },
    ],
    [
      'has each offer once when it shifts',
      ({ offset = 0 }) => slice(fleet(60), { offset: offset === 50 ? 49 : 0 }),
      { count: 60 },
    ],
    [
      'that is refused is known in part',
      ({ limit }) => (limit === undefined ? fleet(50) : 500),
      { count: 50, isComplete: false, problem: 'server' },
    ],
    [
      'that is cut short is known in part',
      ({ limit }) => ({ total: 70, items: limit === undefined ? fleet(50) : [] }),
      { count: 50, isComplete: false },
    ],
    [
      'of a service that ignores the offset is known in part',
      () => fleet(50).map((offer, index) => ({ ...offer, available: index < 5 ? clicks() : 1 })),
      { count: 50, isComplete: false, queries: ['50+50'] },
    ],
    [
      'that does not end is known in part',
      ({ offset = 0 }) => fleet(Number(offset) + 50).slice(Number(offset)),
      { count: 1_000, isComplete: false },
    ],
    [
      'with a second page that cannot be read is known in part',
      ({ limit }) => (limit === undefined ? fleet(50) : { a: 1 }),
      { count: 50, isComplete: false, problem: 'incompatible' },
    ],
  ])('%s', async (_, answer, expected) => {
    const { reading, sent } = await readFrom(answer);
    const { offers, isComplete, problem } = reading;
    const queries = sent.slice(1).map(({ query }) => Object.values(query ?? {}).join('+'));
    const read = { count: offers.length, isComplete, queries, problem: problem?.kind ?? null };
    expect(read).toMatchObject({ isComplete: true, problem: null, ...expected });
  });
});

test('list prices are further offers, and a service without them keeps its offers', async () => {
  const { reading, sent } = await readFrom(() => [OF_ONE], { withListPrices: true });
  expect(sent.map(({ path }) => path)).toEqual(['/search', '/pricing']);
  expect(reading.offers).toHaveLength(1);
  let calls = 0;
  const once = () => (calls++ === 0 ? [OF_ONE] : 500);
  const { reading: partial } = await readFrom(once, { withListPrices: true });
  expect(partial).toMatchObject({ offers: [{}], isComplete: false, problem: { kind: 'server' } });
});

test('a record that is nested deeper than JSON can be written is read', async () => {
  const more: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  expect(await offersIn([{ ...OF_ONE, more }])).toHaveLength(1);
});

test('no answer crashes the reader, and no figure is invented', async () => {
  const names = ['gpu_type', 'gpus', 'price', 'spot', '__proto__', '5090', 'offers', 'total', 'x'];
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.constant('0.5'));
  const record = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
  const body = fc.oneof(
    fc.jsonValue(),
    fc.array(record),
    fc.dictionary(fc.constantFrom(...names), fc.oneof(record, fc.array(record), value)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      try {
        for (const { price, gpuCount, offer } of await offersIn(sent)) {
          expect(price.perHour ?? 1).toBeGreaterThan(0);
          expect(Number.isFinite(price.perHour ?? 0)).toBe(true);
          expect(Number.isInteger(gpuCount ?? 0)).toBe(true);
          expect(parseHandle(offer)).not.toBeNull();
        }
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
      }
    }),
    { numRuns: 300 },
  );
});
