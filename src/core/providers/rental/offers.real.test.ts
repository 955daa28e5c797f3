import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../http/service-error.ts';
import { createTestHttp } from '../testing/client.ts';
import { sendJson, startTestServer } from '../testing/server.ts';
import { readOffers } from './offers.ts';
import { offersIn } from './testing/offers.ts';

async function start(body: unknown) {
  const server = await startTestServer((_, response) => sendJson(response, 200, body));
  return { server, http: createTestHttp(server.base).http };
}

describe.each([
  ['offers', '/search'],
  ['prices', '/pricing'],
] as const)('%s', (list, path) => {
  test('sends neither a credential nor parameters', async () => {
    const { http, server } = await start([]);
    const offers = await readOffers(http, list);
    expect(offers).toMatchObject({ offers: [], skipped: 0, isComplete: true });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path, query: {} });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('rejects with the reason when aborted', async () => {
    const { http } = await start([]);
    const reason = new Error('aborted');
    await expect(readOffers(http, list, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

/** The offers and the queries of a service that answers with these pages; an error: refused. */
async function readFrom(answer: (query: Readonly<Record<string, string>>) => unknown) {
  const server = await startTestServer(({ query }, response) => {
    const body = answer(query);
    if (typeof body === 'number') sendJson(response, body, { detail: 'no' });
    else sendJson(response, 200, body);
  });
  const { offers, isComplete, problem } = await readOffers(
    createTestHttp(server.base).http,
    'offers',
  );
  const queries = server.requests.slice(1).map(({ query }) => Object.values(query).join('+'));
  return { count: offers.length, isComplete, queries, problem: problem?.kind ?? null };
}

const fleet = (count: number) =>
  Array.from({ length: count }, (_, price) => ({ gpu_type: '4090', price }));
const slice = <T>(list: readonly T[], { limit = '50', offset = '0' }) =>
  list.slice(Number(offset), Number(offset) + Number(limit));
const byNode = (offers: readonly object[]) =>
  Object.fromEntries(offers.map((offer, index) => [`vm${index}`, offer]));

describe('a long list', () => {
  let count = 0;
  const clicks = () => ++count;

  test.each<[string, (query: Readonly<Record<string, string>>) => unknown, object]>([
    ['of 49 offers is one page', (query) => slice(fleet(49), query), { count: 49, queries: [] }],
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
      (query) => ({ total: 50, items: slice(fleet(50), { ...query, limit: '20' }) }),
      { count: 50, queries: ['50+20', '50+40'] },
    ],
    [
      'has each offer once when it shifts',
      (query) => slice(fleet(60), { ...query, offset: query['offset'] === '50' ? '49' : '0' }),
      { count: 60 },
    ],
    [
      'is keyed by node',
      ({ offset = '0' }) =>
        Object.fromEntries(
          Object.entries(byNode(fleet(70)))
            .slice(Number(offset))
            .slice(0, 50),
        ),
      { count: 70, queries: ['50+50'] },
    ],
    [
      'is keyed by node, inside an object, and ends with an empty map',
      ({ offset }) => ({ offers: offset === undefined ? byNode(fleet(50)) : {} }),
      { count: 50, queries: ['50+50'] },
    ],
    [
      'that is refused is known in part',
      ({ limit }) => (limit === undefined ? fleet(50) : 400),
      { count: 50, isComplete: false, problem: 'invalid' },
    ],
    [
      'that is cut short is known in part',
      ({ limit }) =>
        limit === undefined ? { total: 70, items: fleet(50) } : { total: 70, items: [] },
      { count: 50, isComplete: false },
    ],
    [
      'of a service that ignores the offset is known in part',
      () => fleet(50).map((offer, index) => ({ ...offer, available: index < 5 ? clicks() : 1 })),
      { count: 50, isComplete: false, queries: ['50+50'] },
    ],
    [
      'that does not end is known in part',
      ({ offset = '0' }) => fleet(Number(offset) + 50).slice(Number(offset)),
      { count: 1_000, isComplete: false },
    ],
    [
      'with a second page that cannot be read is known in part',
      ({ limit }) => (limit === undefined ? fleet(50) : { a: 1 }),
      { count: 50, isComplete: false, problem: 'incompatible' },
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await readFrom(answer)).toMatchObject({ isComplete: true, problem: null, ...expected });
  });
});

/** The known values of the offers, without the price of one GPU. */
async function recognized(body: unknown) {
  return (await offersIn(body)).offers.map(({ pricePerGpu: _, ...offer }) =>
    Object.fromEntries(Object.entries(offer).filter(([, value]) => value !== null)),
  );
}

describe('an offer', () => {
  test.each<[string, unknown, readonly object[]]>([
    [
      'the documented names',
      [
        {
          ...{ gpu_type: '4090', gpu_count: 2, node: 'vm01', rental_type: 'on_demand' },
          ...{ hourly_rate: 0.78, gpu_hourly_rate: 0.7, storage_hourly_rate: 0.08, available: 3 },
        },
      ],
      [
        {
          ...{ gpuType: '4090', gpuCount: 2, node: 'vm01', rentalType: 'on_demand' },
          ...{ pricePerHour: 0.78, available: 3 },
        },
      ],
    ],
    [
      'terms as keys',
      [
        {
          gpu_type: '4090',
          prices: { on_demand: 2, reserved: { 1: 1.8, '3m': 1.6, '6_months': 1.4 } },
        },
      ],
      [
        { gpuType: '4090', rentalType: 'on_demand', pricePerHour: 2 },
        { gpuType: '4090', rentalType: 'reserved', months: 1, pricePerHour: 1.8 },
        { gpuType: '4090', rentalType: 'reserved', months: 3, pricePerHour: 1.6 },
        { gpuType: '4090', rentalType: 'reserved', months: 6, pricePerHour: 1.4 },
      ],
    ],
    [
      'numbers as text',
      [{ gpu_type: '4090', gpu_count: '2', price_per_hour: '$1.00', available: '3' }],
      [{ gpuType: '4090', gpuCount: 2, pricePerHour: 1, available: 3 }],
    ],
    [
      'a price of one GPU',
      [{ gpu_type: 4090, gpu_count: 4, price_per_gpu_hour: 0.5 }, { price_per_gpu: '$0.25' }],
      [
        { gpuType: '4090', gpuCount: 4, pricePerHour: 2 },
        { gpuCount: 1, pricePerHour: 0.25 },
      ],
    ],
    [
      'a price per rental type and term',
      { prices: [{ gpu: 'A100', onDemand: 2, spot: 1, reserved_3_months: 1.5 }] },
      [
        { gpuType: 'A100', rentalType: 'on_demand', pricePerHour: 2 },
        { gpuType: 'A100', rentalType: 'interruptible', pricePerHour: 1 },
        { gpuType: 'A100', rentalType: 'reserved', months: 3, pricePerHour: 1.5 },
      ],
    ],
    [
      'a map from GPU types to records, lists or prices',
      { '4090': { price: 0.39 }, '5090': [{ node: 'vm02', price: 0.69 }], pro6000: 1.49, at: 'x' },
      [
        { gpuType: '4090', pricePerHour: 0.39 },
        { gpuType: '5090', node: 'vm02', pricePerHour: 0.69 },
        { gpuType: 'pro6000', pricePerHour: 1.49 },
      ],
    ],
    [
      'a map from nodes to records, lists or prices',
      {
        vm01: { gpu_type: '4090', price: 1 },
        vm02: [{ gpu_type: '5090' }, { node: 'vm9', price: 2 }],
        ...{ vm03: 3, total: 3 },
      },
      [
        { node: 'vm01', gpuType: '4090', pricePerHour: 1 },
        { node: 'vm02', gpuType: '5090' },
        { node: 'vm9', pricePerHour: 2 },
        { node: 'vm03', pricePerHour: 3 },
      ],
    ],
    [
      'a map of maps, from nodes and GPU types',
      { offers: { vm01: { '4090': 1, pro6000: [{ spot: 2 }] }, '5090': { vm02: { price: 3 } } } },
      [
        { node: 'vm02', gpuType: '5090', pricePerHour: 3 },
        { node: 'vm01', gpuType: '4090', pricePerHour: 1 },
        { node: 'vm01', gpuType: 'pro6000', rentalType: 'interruptible', pricePerHour: 2 },
      ],
    ],
    ['GPU types without a record', { '4090': {} }, [{ gpuType: '4090' }]],
    [
      'a record of a node whose fields have digits',
      { vm01: { gpu_type: '4090', pcie_gen4: 1, cuda12: 1, price: 1 } },
      [{ node: 'vm01', gpuType: '4090', pricePerHour: 1 }],
    ],
    [
      'the months of a reservation, which are no price',
      [
        { rental_type: 'reserved', reservation_months: 3, price: 1 },
        { rental_type: 'reserved', reserved_months: 6, price: 2 },
        { reserved_price: 4, months: 1 },
        { rental_type: 'on_demand', months: 1, price: 3 },
      ],
      [
        { rentalType: 'reserved', months: 3, pricePerHour: 1 },
        { rentalType: 'reserved', months: 6, pricePerHour: 2 },
        { rentalType: 'reserved', months: 1, pricePerHour: 4 },
        { rentalType: 'on_demand', pricePerHour: 3 },
      ],
    ],
    [
      'a list inside a record',
      [{ gpu_type: '4090', prices: [{ rental_type: 'on_demand', price: 1 }, { price: 2 }] }],
      [
        { gpuType: '4090', rentalType: 'on_demand', pricePerHour: 1 },
        { gpuType: '4090', pricePerHour: 2 },
      ],
    ],
    [
      'no other amount as a price',
      [
        {
          ...{ gpu_type: '4090', price_per_month: 300, storage_price: 0.1, error_rate: 0.2 },
          ...{ reservation_months: 3, min_price: 1, price: -1, setup_cost: 5, interruptible: true },
        },
      ],
      [{ gpuType: '4090' }],
    ],
    [
      'figures of the wrong type as unknown',
      [{ gpu_type: '4090', gpu_count: 1.5, available: 'few', node: {}, price: 'cheap' }],
      [{ gpuType: '4090' }],
    ],
    [
      'a list beside an object with numbered keys',
      { offers: [{ gpu_type: '4090' }], meta: { v2: 1 } },
      [{ gpuType: '4090' }],
    ],
  ])('is read from %s', async (_, body, offers) => {
    expect(await recognized(body)).toEqual(offers);
  });

  test.each<[string, object, number, number | null]>([
    ['of one GPU by its name', { gpu_count: 4, price_per_gpu: 0.5 }, 2, 0.5],
    ['of one GPU without a number', { price: 0.5, available: 4 }, 0.5, 0.5],
    ['of one GPU in a machine with one', { gpu_count: 1, price: 0.5 }, 0.5, 0.5],
    ['of the whole machine', { gpu_count: 4, price: 0.5 }, 0.5, null],
    ['of one GPU in a machine with none', { gpu_count: 0, price_per_gpu: 0.5 }, 0.5, 0.5],
  ])('has a price %s', async (_, record, pricePerHour, pricePerGpu) => {
    const [offer] = (await offersIn([record])).offers;
    expect(offer).toMatchObject({ pricePerHour, pricePerGpu });
  });

  test('is recognized by other spellings of the names', async () => {
    const camel = { gpuModel: '4090', spot_price_per_gpu_hour: 1, freeGpus: 2 };
    const nested = { gpu: { model: '5090' }, gpus: { free: 1 }, pricing: { on_demand: '$0.5' } };
    expect(await recognized({ items: [camel, nested] })).toEqual([
      {
        gpuType: '4090',
        gpuCount: 1,
        available: 2,
        rentalType: 'interruptible',
        pricePerHour: 1,
      },
      { gpuType: '5090', available: 1, rentalType: 'on_demand', pricePerHour: 0.5 },
    ]);
  });

  test('is skipped without a GPU type and a price', async () => {
    const { skipped } = await offersIn([{ gpu_type: '4090', country: 'NO' }, 7, {}]);
    expect(skipped).toBe(2);
  });

  test('is said to be unrecognizable without a GPU type and a price', async () => {
    for (const body of [[{ country: 'NO' }], { rtx: { price: 0.39 } }, 7, null])
      await expect(offersIn(body)).rejects.toThrow('Unexpected response to GET /search');
  });

  test('never crashes, and has no figure that is not one', async () => {
    const names = [
      'gpu_type',
      'gpus',
      'price',
      'spot',
      '__proto__',
      '5090',
      'offers',
      'total',
      'x',
    ];
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
          for (const { pricePerHour, gpuCount } of (await offersIn(sent)).offers) {
            expect(pricePerHour ?? 0).toBeGreaterThanOrEqual(0);
            expect(Number.isFinite(pricePerHour ?? 0)).toBe(true);
            expect(Number.isInteger(gpuCount ?? 0)).toBe(true);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
