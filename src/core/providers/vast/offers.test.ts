import { describe, expect, test } from 'vitest';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { ServiceError } from '../http/service-error.ts';
import { answering } from '../testing/answering.ts';
import { createVastClient } from './client.ts';
import { searchOf } from './offers.ts';
import { sentOffer } from './testing/offers.ts';

const WISH = { ...ANY_OFFER, gpu: 'h100', diskGb: 100 };

/** A client that gets the answers, and its requests. */
function clientOf(answers: readonly unknown[], isPublic = false) {
  const { sent, ports } = answering(...answers);
  const client = createVastClient({ ...ports, isPublic });
  return { sent, offers: async (wish = WISH) => (await client.offers?.(wish)) ?? expect.fail() };
}

const readingOf = (...offers: readonly unknown[]) => clientOf([{ offers }]).offers();

async function offerOf(change: Readonly<Record<string, unknown>>) {
  const { offers } = await readingOf(sentOffer(change));
  return offers[0] ?? expect.fail('the offer was skipped');
}

describe('a search', () => {
  test('is one request for all forms of a GPU, with the disk of the wish', async () => {
    const { offers, sent } = clientOf([{ offers: [] }]);
    expect(await offers()).toEqual({ offers: [], problem: null, isComplete: true });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      path: '/api/v0/bundles/',
      intervalMs: 6_000,
      body: {
        gpu_name: { in: ['H100 PCIE', 'H100 SXM', 'H100 NVL'] },
        num_gpus: { gte: 1 },
        allocated_storage: 100,
        disk_space: { gte: 100 },
      },
    });
  });

  test.each([
    ['4090', ['RTX 4090']],
    ['a100 80', ['A100 PCIE', 'A100 SXM4', 'A100 SXM']],
    ['pro 6000', ['RTX PRO 6000', 'RTX PRO 6000 S', 'RTX PRO 6000 WS', 'RTX PRO 6000 Max-Q']],
    // Newer than our list.
    ['gb300', ['GB300']],
    // What is no GPU's name would find nothing.
    ['imaginary', undefined],
    ['', undefined],
  ])('for %j names %j', (gpu, names) => {
    expect(searchOf({ ...WISH, gpu }).gpu_name?.in).toEqual(names);
  });

  test.each([
    [{ gpu: '4090 48gb' }, 44_640],
    [{ gpu: '4090', minVramGb: 48 }, 44_640],
    [{ gpu: 'a100 80', minVramGb: 40 }, 74_400],
    [{ gpu: '4090' }, undefined],
  ])('for %j leaves out GPUs with less memory, which would fill the answer', (wish, mb) => {
    expect(searchOf({ ...WISH, ...wish }).gpu_ram?.gte).toEqual(mb);
  });

  test('for interruptible ones asks for bids, with GPUs and the smallest disk that Vast rents', () => {
    const wish = { ...ANY_OFFER, minGpus: 4, isInterruptible: true, diskGb: 0 };
    expect(searchOf(wish)).toMatchObject({
      type: 'bid',
      num_gpus: { gte: 4 },
      allocated_storage: 8,
    });
    expect(searchOf(WISH)).not.toHaveProperty('type');
  });
});

test('a search sends no key, unless Vast refuses one without', async () => {
  const refusal = new ServiceError({ kind: 'invalid' }, 401);
  const own = clientOf([refusal, { offers: [sentOffer()] }]);
  expect((await own.offers()).offers).toHaveLength(1);
  expect(own.sent).toMatchObject([{ isPublic: true, intervalMs: 6_000 }, { intervalMs: 6_000 }]);
  expect(own.sent[1]).not.toHaveProperty('isPublic');
  await expect(clientOf([refusal], true).offers()).rejects.toMatchObject({
    problem: refusal.problem,
  });
});

describe('an offer', () => {
  test('has its GPU, the price of the machine with that disk, and what comes on top', async () => {
    expect(await offerOf({})).toEqual({
      provider: 'vast',
      offer: '51100001',
      gpu: { family: 'H100', form: 'SXM', vramGb: 80 },
      gpuText: 'H100 SXM',
      gpuCount: 2,
      vramGb: 160,
      where: 'Norway, NO',
      tier: 'data center',
      terms: 'onDemand',
      stock: 1,
      price: {
        perHour: 4.12,
        diskGb: 100,
        extra: ['$0.0012 per GB received', '$0.02 per GB sent'],
      },
      endsAt: Date.UTC(2027, 5, 1),
    });
  });

  test.each([
    [{ hosting_type: 0 }, { tier: 'verified' }],
    [{ hosting_type: null, verification: null }, { tier: null }],
    [{ gpu_name: 'RTX 4090', gpu_ram: 49_140, num_gpus: 1 }, { vramGb: 48 }],
    [{ gpu_name: 'Imaginary RTX 9999' }, { gpu: null, gpuText: 'Imaginary RTX 9999', vramGb: 160 }],
    [{ inet_down_cost: 0, inet_up_cost: null }, { price: { extra: [] } }],
    [{ is_bid: true }, { terms: 'interruptible' }],
    [{ rentable: false }, { stock: 'none' }],
    [
      { geolocation: null, end_date: null },
      { where: null, endsAt: null },
    ],
    [
      { gpu_ram: '81559', num_gpus: 0 },
      { gpuCount: null, vramGb: null },
    ],
    [
      { gpu_name: 'new', gpu_ram: 1e15, num_gpus: 1e15 },
      { gpuCount: null, vramGb: null },
    ],
    [{ end_date: 1e15 }, { endsAt: null }],
    [
      { gpu_name: 'RTX\u001b[31m 4090\n\u202e', geolocation: `x${'y'.repeat(9_999)}` },
      { gpuText: 'RTX [31m 4090', where: `x${'y'.repeat(58)}…` },
    ],
  ])('with %j is %j', async (change, expected) => {
    expect(await offerOf(change)).toMatchObject(expected);
  });

  test.each(['2.50', 0, null])('at %j has no price', async (dph_total) => {
    const { price } = await offerOf({ dph_total });
    expect([price.perHour, price.diskGb]).toEqual([null, null]);
  });

  test('of bids is interruptible, whatever its record says', async () => {
    const { offers } = await clientOf([{ offers: [sentOffer()] }]).offers({
      ...WISH,
      isInterruptible: true,
    });
    expect(offers[0]?.terms).toBe('interruptible');
  });
});

describe('an answer', () => {
  test('skips what is no offer, and has each once', async () => {
    const broken = [null, 7, {}, sentOffer({ id: '7' }), sentOffer({ gpu_name: '\u202e' })];
    const { offers, problem } = await readingOf(...broken, sentOffer(), sentOffer({ num_gpus: 8 }));
    expect(problem).toMatchObject({ found: '5 unreadable offers' });
    expect(offers).toMatchObject([{ offer: '51100001', gpuCount: 8 }]);
  });

  test('as full as it may be is not complete, nor is one with more', async () => {
    const many = (length: number) =>
      readingOf(...Array.from({ length }, (_, index) => sentOffer({ id: index + 1 })));
    expect(await many(63)).toMatchObject({ isComplete: true });
    expect(await many(64)).toMatchObject({ isComplete: false });
    const all = await many(10_000);
    expect([all.offers.length, all.isComplete]).toEqual([10_000, false]);
  });

  test('may be one offer in place of the list, as the description’s example', async () => {
    expect((await clientOf([{ offers: sentOffer() }]).offers()).offers).toHaveLength(1);
  });

  test.each([
    [false, 'auth_error', 'unauthorized'],
    [true, 'auth_error', 'changedInterface'],
    [false, null, 'changedInterface'],
  ])(
    'that is 404 twice, without an account %s, with the word %s, is %s',
    async (isPublic, code, kind) => {
      const error = new ServiceError({ kind: 'notFound', detail: 'Invalid user key' }, 404, code);
      const { offers } = clientOf([error], isPublic);
      await expect(offers()).rejects.toMatchObject({ problem: { kind, provider: 'Vast.ai' } });
    },
  );

  test.each([{}, { offers: null }, { offers: 'none' }, [], null])('cannot be %j', async (json) => {
    await expect(clientOf([json]).offers()).rejects.toMatchObject({
      problem: { kind: 'incompatible', provider: 'Vast.ai' },
    });
  });
});
