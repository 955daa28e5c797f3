import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Setup, setup } from '../testing/setup.ts';

const amounts = z.looseObject({ totalAmount: z.number() });
const bucket = amounts.extend({ startTime: z.string(), endTime: z.string() });
const metadata = z.looseObject({ query: z.unknown(), recordCount: z.number(), totals: amounts });
const accountSchema = z.object({ records: z.array(bucket), metadata });
const podsSchema = z.object({ records: z.array(bucket.extend({ podId: z.string() })), metadata });

/** The clock of `setup` starts at this noon. */
const NOON = Date.parse('2026-01-15T12:00:00Z');
const at = (hours: number) => new Date(NOON + hours * 3_600_000).toISOString();

async function bills(sim: Setup, query: string) {
  const [account, pods] = [
    await sim.owner.get(`/v2/billing?${query}`),
    await sim.owner.get(`/v2/billing/pods?${query}`),
  ];
  return { account: accountSchema.parse(account.body), pods: podsSchema.parse(pods.body) };
}

/** A pod that runs for an hour with the fields put over its record, then is stopped for another. */
async function afterTwoHours(fields: Readonly<Record<string, unknown>>) {
  const sim = await setup({ provider: 'runpod', vms: 0 });
  const { id } = sim.control.createVm({ gpu_type: '4090', storage_gb: 100 });
  sim.control.setVm(id, { status: 'running', ...fields });
  sim.control.advance(3600);
  sim.control.setVm(id, { status: 'stopped' });
  sim.control.advance(3600);
  return bills(sim, `startTime=${at(0)}&endTime=${at(2)}&bucketSize=hour`);
}

const DISK = 0.0137;

test.each([
  ['a volume of its own', {}, { podGpuAmount: 0.39, podDiskAmount: 3 * DISK }, 2],
  [
    'a network volume',
    { mounts: { network: [] } },
    { podGpuAmount: 0.39, storageStandardAmount: 2 * DISK },
    2,
  ],
  ['no volume', { mounts: {} }, { podGpuAmount: 0.39, podDiskAmount: DISK }, 2],
  ['a CPU', { cpu: { id: 'cpu5c' } }, { podCpuAmount: 0.39, podDiskAmount: 3 * DISK }, 2],
  ['a cluster', { cluster: { id: 'c1' } }, { clusterGpuAmount: 0.39 }, 0],
])('bills a pod with %s', async (_, fields, expected, records) => {
  const { account, pods } = await afterTwoHours(fields);
  const { totals } = account.metadata;
  for (const [name, cost] of Object.entries(expected)) expect(totals[name]).toBeCloseTo(cost, 6);
  expect(account.records.map(({ startTime }) => startTime)).toEqual([at(0), at(1)]);
  expect(pods.records).toHaveLength(records);
  const ofPods = Number(totals['podGpuAmount']) + Number(totals['podCpuAmount']);
  expect(pods.metadata.totals.totalAmount).toBeCloseTo(ofPods + Number(totals['podDiskAmount']), 6);
});

test('widens a period to whole buckets of UTC, and bills until now', async () => {
  const sim = await setup({ provider: 'runpod', vms: 6 });
  const period = `startTime=${at(-30.5)}&endTime=${at(0.5)}`;
  const days = (await bills(sim, `${period}&bucketSize=day`)).account;
  expect(days.metadata.query).toEqual({
    startTime: '2026-01-14T00:00:00.000Z',
    endTime: '2026-01-16T00:00:00.000Z',
    bucketSize: 'day',
  });
  const hours = (await bills(sim, `${period}&bucketSize=hour`)).account;
  expect(hours.metadata).toMatchObject({
    query: { startTime: at(-31), endTime: at(1) },
    recordCount: 32,
  });
  const whole = `startTime=2026-01-14T00:00:00Z&endTime=2026-01-16T00:00:00Z&bucketSize=hour`;
  const { account, pods } = await bills(sim, whole);
  expect(account.metadata.totals).toEqual(days.metadata.totals);
  const sum = pods.records.reduce((total, record) => total + record.totalAmount, 0);
  expect(sum).toBeCloseTo(pods.metadata.totals.totalAmount, 6);
});

test('has no records of the last hours while bills lag', async () => {
  const sim = await setup({ provider: 'runpod', vms: 0 });
  const { id } = sim.control.createVm({ gpu_type: '4090' });
  sim.control.setVm(id, { status: 'running' });
  sim.control.advance(2 * 3600);
  const hours = `startTime=${at(0)}&endTime=${at(2)}&bucketSize=hour`;
  sim.control.setOptions({ billLagHours: 3 });
  const late = await bills(sim, hours);
  expect([late.account.records, late.pods.records]).toEqual([[], []]);
  expect(late.account.metadata.totals.totalAmount).toBe(0);
  sim.control.setOptions({ billLagHours: 1 });
  const half = await bills(sim, hours);
  expect(half.pods.metadata.totals['gpuAmount']).toBeCloseTo(0.39, 3);
  sim.control.setOptions({ billLagHours: 0 });
  const { totals } = (await bills(sim, hours)).account.metadata;
  expect(totals.totalAmount).toBeCloseTo(0.78 + 2 * 0.0137, 3);
});

test('bills no second that has not ended', async () => {
  const sim = await setup({ provider: 'runpod', vms: 0 });
  const { id } = sim.control.createVm({ gpu_type: '4090' });
  sim.control.setVm(id, { status: 'running' });
  sim.control.advance(3600);
  const hours = `startTime=${at(0)}&endTime=${at(2)}&bucketSize=hour`;
  const before = await bills(sim, hours);
  sim.control.advance(0.9995);
  expect(await bills(sim, hours)).toEqual(before);
});
