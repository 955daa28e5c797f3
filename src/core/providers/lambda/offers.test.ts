import { describe, expect, test } from 'vitest';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { answering } from '../testing/answering.ts';
import { createLambdaClient } from './client.ts';

const TYPE = {
  name: 'gpu_8x_h100_sxm5',
  description: '8x H100 (80 GB SXM5)',
  gpu_description: 'H100 (80 GB SXM5)',
  price_cents_per_hour: 2392,
  specs: { vcpus: 208, memory_gib: 1800, storage_gib: 22_528, gpus: 8 },
};

const REGIONS = [
  { name: 'us-west-1', description: 'California, USA' },
  { name: 'us-east-1', description: 'Virginia, USA' },
];

const item = (type: object = {}, regions: unknown = REGIONS) => ({
  instance_type: { ...TYPE, ...type },
  regions_with_capacity_available: regions,
});

async function readFrom(data: unknown) {
  const { sent, ports } = answering({ data });
  const client = createLambdaClient(ports);
  const wish = { ...ANY_OFFER, gpu: 'a10', minGpus: 4, isInterruptible: true, diskGb: 50 };
  const reading = await client.offers?.(wish);
  return { sent, offers: reading?.offers ?? [], reading };
}

/** The one offer of a type. */
async function offerOf(type: object, regions: unknown = []) {
  const { offers } = await readFrom({ any: item(type, regions) });
  expect(offers).toHaveLength(1);
  return offers[0];
}

test('a type is an offer of each region that has one', async () => {
  const { sent, offers, reading } = await readFrom({ gpu_8x_h100_sxm5: item() });
  expect(sent).toEqual([{ path: '/api/v1/instance-types', signal: undefined }]);
  expect(reading).toMatchObject({ problem: null, isComplete: true });
  expect(offers.map(({ where, stock }) => [where, stock])).toEqual([
    ['us-west-1', null],
    ['us-east-1', null],
  ]);
  expect(offers[0]).toEqual({
    offer: 'gpu_8x_h100_sxm5/us-west-1',
    ...{ provider: 'lambda', gpuText: TYPE.gpu_description },
    gpu: { family: 'H100', form: 'SXM', vramGb: 80 },
    ...{ gpuCount: 8, vramGb: 640, where: 'us-west-1', tier: null, terms: 'onDemand' },
    price: { perHour: 23.92, diskGb: 22_528, extra: ['tax'] },
    ...{ stock: null, endsAt: null },
  });
});

test('a type that no region has is sold out', async () => {
  expect(await offerOf({})).toMatchObject({ where: null, stock: 'none' });
});

test('CPU types are left out', async () => {
  const cpu = { name: 'cpu_4x_general', gpu_description: 'N/A', specs: { gpus: 0 } };
  expect((await readFrom({ cpu_4x_general: item(cpu) })).reading).toMatchObject({
    ...{ offers: [], problem: null },
  });
});

test.each([
  ['A10 (24 GB PCIe)', 24, { family: 'A10', form: null, vramGb: 24 }],
  ['A100 (40 GB SXM4)', 40, { family: 'A100', form: 'SXM', vramGb: 40 }],
  ['GH200 (96 GB)', 96, { family: 'GH200', form: null, vramGb: 96 }],
  ['RTX 6000 (24 GB)', 24, { family: 'Quadro RTX 6000', form: null, vramGb: 24 }],
  ['Example GPU (40 GB SXM4)', 40, null],
  ['A100', null, { family: 'A100', form: null, vramGb: null }],
])('the memory of %s is %s GB', async (gpu_description, vramGb, gpu) => {
  const specs = { ...TYPE.specs, gpus: 1 };
  expect(await offerOf({ gpu_description, specs })).toMatchObject({ vramGb, gpu });
});

describe('hostile types', () => {
  test.each([['2392'], [0], [null]])('a price of %j is unknown', async (price_cents_per_hour) => {
    expect(await offerOf({ price_cents_per_hour })).toMatchObject({ price: { perHour: null } });
  });

  test.each([['8'], [-8], [1.5], [null]])('%j GPUs are unknown', async (gpus) => {
    const specs = { gpus, storage_gib: -5 };
    const unknown = { gpuCount: null, vramGb: null, price: { perHour: 23.92, diskGb: null } };
    expect(await offerOf({ specs })).toMatchObject(unknown);
  });

  test.each([[undefined], ['us-west-1'], [{}]])('regions of %j are unknown', async (regions) => {
    const { offers } = await readFrom({
      any: { ...item(), regions_with_capacity_available: regions },
    });
    expect(offers).toMatchObject([{ where: null, stock: null }]);
  });

  test('controls are not shown, and never sent in an order', async () => {
    const regions = [{ name: 'us\u001b[2J\nwest' }, { name: 'us/west' }, { name: 'us-west-1' }];
    const offer = await offerOf({ gpu_description: 'Zeta\u202e\u0007' }, regions);
    expect(offer).toMatchObject({ where: 'us-west-1', gpuText: 'Zeta', gpu: null });
    const { offers, reading } = await readFrom({ a: item({ name: 'gpu\u0000_1x_a10' }) });
    expect([offers.length, reading?.problem]).toMatchObject([0, { found: '1 unreadable offer' }]);
  });

  test('records without a name are skipped', async () => {
    const broken = { a: null, b: 7, c: [], d: {}, e: item({ name: '' }) };
    const { offers, reading } = await readFrom({ ...broken, ['__proto__x']: item() });
    expect([offers.length, reading?.problem]).toMatchObject([2, { found: '5 unreadable offers' }]);
  });
});

test.each([null, [], 'none'])('the types cannot be %j', async (data) => {
  await expect(readFrom(data)).rejects.toMatchObject({ problem: { kind: 'incompatible' } });
});
