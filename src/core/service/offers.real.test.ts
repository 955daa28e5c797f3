import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assumptionText } from '../../shared/domain/index.ts';
import { requestPublicList } from './offers.ts';
import { ServiceError } from './service-error.ts';
import { createTestHttp } from './testing/client.ts';
import { sendJson, startTestServer } from './testing/server.ts';
import { readOffers } from './wire/offer.ts';

async function start(body: unknown) {
  const server = await startTestServer((_, response) => sendJson(response, 200, body));
  return { server, http: createTestHttp(server.base).http };
}

describe.each(['search', 'pricing'] as const)('%s', (list) => {
  it('sends neither a credential nor parameters', async () => {
    const { http, server } = await start([]);
    const offers = readOffers(await requestPublicList(http, list), list);
    expect(offers).toEqual({ offers: [], recognized: new Set(), assumptions: [], skipped: 0 });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: `/${list}`, query: {} });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('rejects with the reason when aborted', async () => {
    const { http } = await start([]);
    const reason = new Error('aborted');
    await expect(requestPublicList(http, list, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

const read = (body: unknown) => readOffers(body, 'search');

/** What was recognized, without the raw record. */
function recognized(body: unknown) {
  return read(body).offers.map(({ raw: _, ...offer }) =>
    Object.fromEntries(Object.entries(offer).filter(([, value]) => value !== null)),
  );
}

const said = (body: unknown) => read(body).assumptions.map(assumptionText);

describe('an offer', () => {
  it.each<[string, unknown, readonly object[]]>([
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
  ])('is read from %s', (_, body, offers) => {
    expect(recognized(body)).toEqual(offers);
  });

  it('says what was assumed, once', () => {
    expect(said([{ gpu_type: '4090', gpu_count: 1, node: 'a', rental_type: 'b' }])).toEqual([]);
    const one = { gpuModel: '4090', spot_price_per_gpu_hour: 1, freeGpus: 2 };
    expect(said({ total: 7, items: [one, one] })).toEqual([
      'The service sent 2 of 7 records. GPU Tray knows no way to request the others.',
      '"gpuModel" is taken as the GPU type.',
      '"freeGpus" is taken as what is available.',
      '"spot_price_per_gpu_hour" is taken as the price per hour of one GPU, interruptible.',
    ]);
    expect(said({ '4090': 0.39 })).toEqual([
      'The keys of the response are taken as GPU types.',
      'The numbers beside the GPU types are taken as prices per hour.',
    ]);
  });

  it('keeps all plain fields under the names of the service, and skips what is no offer', () => {
    const body = [{ gpu_type: '4090', country: 'NO', tags: ['a'], gpu: { ram: 24 } }, 7, {}];
    const { offers, skipped } = read(body);
    expect(offers[0]?.raw).toEqual({ gpu_type: '4090', country: 'NO', 'gpu.ram': 24 });
    expect(skipped).toBe(2);
  });

  it('is said to be unrecognizable without a GPU type and a price', () => {
    for (const body of [[{ country: 'NO' }], { rtx: { price: 0.39 } }, 7, null])
      expect(() => read(body)).toThrow('Unexpected response to GET /search');
  });

  it('is bounded', () => {
    const fields = Array.from({ length: 200 }, (_, i) => [`f${i}`, i]);
    const wide = { ...Object.fromEntries(fields), gpu_type: 'x'.repeat(9_000) };
    expect(Object.keys(read([{ gpu_type: '1', ...wide }]).offers[0]?.raw ?? {})).toHaveLength(64);
    const many = Array.from({ length: 300 }, (_, i) => ({ gpu_type: '4090', [`price_${i}`]: i }));
    expect(said(many)).toHaveLength(20);
  });

  it('never crashes, and has no figure that is not one', () => {
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
    fc.assert(
      fc.property(body, (sent) => {
        try {
          for (const { pricePerHour, gpuCount } of read(sent).offers) {
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
