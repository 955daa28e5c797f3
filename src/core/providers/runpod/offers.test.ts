import { describe, expect, test } from 'vitest';
import type { OfferWish } from '../../../shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { ServiceError } from '../http/service-error.ts';
import { answering } from '../testing/answering.ts';
import { createRunpodClient } from './client.ts';

const TYPE = {
  id: 'NVIDIA GeForce RTX 4090',
  name: 'RTX 4090',
  memory: 24,
  ...{ secure: true, community: true },
  price: { secure: 0.44, community: 0.31, serverless: 1.1 },
  maxCount: { secure: 8, community: 4 },
  availability: 'HIGH',
  dataCenters: [
    { id: 'US-KS-2', name: 'US Kansas 2', availability: 'HIGH' },
    { id: 'EU-RO-1', name: 'EU Romania 1', availability: 'LOW' },
  ],
};

const WISH = { ...ANY_OFFER, diskGb: 0 };

/** Reads a catalog with these types; an error is thrown. */
async function readFrom(types: unknown, wish: Partial<OfferWish> = {}) {
  const { sent, ports } = answering(types instanceof Error ? types : { gpus: types });
  const client = createRunpodClient(ports);
  const reading = await client.offers?.({ ...WISH, ...wish });
  const offers = reading?.offers ?? [];
  const secure = offers.filter(({ tier }) => tier === 'secure');
  return { sent, offers, secure, reading };
}

test('each cloud is asked for the number of GPUs', async () => {
  const { sent } = await readFrom([TYPE], { minGpus: 3 });
  const query = { include: 'AVAILABILITY', product: 'POD', count: 3 };
  expect(sent.map((request) => request.query)).toEqual([
    { ...query, cloud: 'SECURE' },
    { ...query, cloud: 'COMMUNITY' },
  ]);
  expect((await readFrom([])).sent[0]?.query).toMatchObject({ count: 1 });
});

test('a type is an offer of each cloud and data center, with a disk', async () => {
  const { offers, reading } = await readFrom([TYPE], { minGpus: 4, diskGb: 730 });
  expect(reading).toMatchObject({ problem: null, isComplete: true });
  expect(
    offers.map(({ tier, where, stock, price }) => [tier, where, stock, price.perHour]),
  ).toEqual([
    ['secure', 'US-KS-2', 'high', 4 * 0.44 + 0.1],
    ['secure', 'EU-RO-1', 'low', 4 * 0.44 + 0.1],
    ['community', 'US-KS-2', 'high', 4 * 0.31 + 0.1],
    ['community', 'EU-RO-1', 'low', 4 * 0.31 + 0.1],
  ]);
  expect(offers[0]).toMatchObject({
    offer: 'NVIDIA GeForce RTX 4090/secure/4/US-KS-2',
    ...{ provider: 'runpod', gpuText: 'RTX 4090', gpuCount: 4, vramGb: 96 },
    gpu: { family: 'RTX 4090', form: null, vramGb: 24 },
    ...{ terms: 'onDemand', price: { diskGb: 730, extra: [] }, endsAt: null },
  });
});

test('a price of a cloud that does not have the type is none', async () => {
  const price = { secure: 0.44, community: 0 };
  const { offers, secure } = await readFrom([{ ...TYPE, community: false, price }]);
  expect([offers.length, secure.length]).toEqual([2, 2]);
});

test('no pod has more GPUs than the cloud allows', async () => {
  const { offers } = await readFrom([TYPE], { minGpus: 5 });
  expect(new Set(offers.map(({ tier }) => tier))).toEqual(new Set(['secure']));
  expect((await readFrom([{ ...TYPE, maxCount: null }], { minGpus: 5 })).offers).toHaveLength(4);
});

test('a type that no data center has is sold out', async () => {
  const { secure } = await readFrom([{ ...TYPE, availability: 'NONE', dataCenters: undefined }]);
  expect(secure).toMatchObject([{ where: null, stock: 'none', price: { perHour: 0.44 } }]);
});

describe('hostile records', () => {
  test.each([
    ['0.44'],
    [-1],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e12],
    [0],
    [null],
    [undefined],
    [{ usd: 1 }],
  ])('a price of %j is unknown', async (secure) => {
    const { offers } = await readFrom([{ ...TYPE, price: { ...TYPE.price, secure } }]);
    expect(offers.map(({ price }) => price.perHour)).toEqual([null, null, 0.31, 0.31]);
  });

  test('unknown GPUs, levels and memories stay as they are', async () => {
    const unknown = { id: 'Zeta One', name: 'Zeta', memory: -5, dataCenters: [{ id: 7 }] };
    const { secure } = await readFrom([{ ...TYPE, ...unknown, availability: 'PLENTY' }]);
    expect(secure).toMatchObject([
      {
        offer: 'Zeta One/secure/1',
        gpu: null,
        gpuText: 'Zeta',
        vramGb: null,
        where: null,
        stock: null,
      },
    ]);
  });

  test('controls are not shown, and never sent in an order', async () => {
    const dataCenters = [{ id: 'US\u001b[31m\n1', availability: 'LOW' }, { id: 'a/secure/9' }];
    const { secure } = await readFrom([{ ...TYPE, name: 'RTX\u202e\u00004090', dataCenters }]);
    expect(secure).toMatchObject([{ gpuText: 'RTX 4090', where: null }]);
    const { offers, reading } = await readFrom([{ ...TYPE, id: 'RTX\u001b[31m' }]);
    expect([offers.length, reading?.problem]).toMatchObject([0, { found: '1 unreadable offer' }]);
  });

  test('records without an id or a cloud are skipped, and equal ones are one', async () => {
    expect((await readFrom([TYPE, TYPE])).offers).toHaveLength(4);
    const broken = [null, 7, [], {}, { ...TYPE, id: '' }, { ...TYPE, secure: 'yes', community: 1 }];
    const { offers, reading } = await readFrom([...broken, TYPE]);
    expect([offers.length, reading?.problem]).toMatchObject([4, { found: '6 unreadable offers' }]);
  });

  test('the longest catalog is cut', async () => {
    const types = (length: number) =>
      Array.from({ length }, (_, at) => ({ ...TYPE, id: `${TYPE.id} ${at}` }));
    const many = await readFrom(types(5_000));
    expect([many.offers.length, many.reading?.isComplete]).toEqual([20_000, true]);
    const more = await readFrom(types(10_000));
    expect([more.offers.length, more.reading?.isComplete]).toEqual([20_000, false]);
  });
});

test.each([null, {}, 'none'])('a catalog cannot be %j', async (gpus) => {
  await expect(readFrom(gpus)).rejects.toMatchObject({ problem: { kind: 'incompatible' } });
});

test.each([404, 410])('a catalog that answers %s is a changed interface', async (status) => {
  const gone = new ServiceError({ kind: 'notFound' }, status);
  await expect(readFrom(gone)).rejects.toMatchObject({
    problem: { kind: 'changedInterface', provider: 'RunPod' },
  });
});
