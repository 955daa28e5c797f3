import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulator } from '../../simulator/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { nodeFetch } from '../../src/core/providers/index.ts';
import { PROVIDER_IDS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { newUser, runInProcess } from './command-line.ts';
import { simulate } from './fixtures.ts';

// `gpu-tray offers` and `prices` at the simulators of all providers at once.

const text = z.string().nullable();
const figure = z.number().positive().nullable();

const jsonSchema = z.strictObject({
  offers: z.array(
    z.strictObject({
      ...{ provider: z.enum(PROVIDER_IDS), account: text, offer: z.string() },
      gpu: z.strictObject({ family: z.string(), form: text, vramGb: figure }).nullable(),
      ...{ gpuText: z.string(), gpuCount: figure, vramGb: figure, where: text, tier: text },
      terms: z.enum(['onDemand', 'interruptible', 'reserved']).nullable(),
      stock: z.union([z.number().positive(), z.enum(['low', 'medium', 'high'])]).nullable(),
      ...{
        perHour: figure,
        perGpuHour: figure,
        diskGb: figure,
        endsAt: z.iso.datetime().nullable(),
      },
      extra: z.array(z.string()),
    }),
  ),
  problems: z.array(
    z.strictObject({ provider: z.enum(PROVIDER_IDS), account: text, message: z.string() }),
  ),
  readAt: z.iso.datetime(),
});

async function startAll() {
  const services = new Map<ProviderId, Simulator>();
  for (const provider of PROVIDER_IDS) services.set(provider, await simulate({ provider, vms: 1 }));
  const user = await newUser();
  const path = join(String(user['HOME']), 'keys.json');
  const accounts = [...services].map(([provider, { baseUrl, credentials }]) => ({
    ...{ provider, baseUrl, name: `my ${provider}` },
    apiKey: credentials[0].apiKeys.read_only,
  }));
  await writeFile(path, JSON.stringify({ accounts }), { mode: 0o600 });
  const run = (...argv: readonly string[]) =>
    runInProcess(
      argv,
      '',
      { ...user, GPU_TRAY_CREDENTIALS_FILE: path },
      // Intervals of an address are those of a clock: no run waits for another one.
      { fetch: nodeFetch, clock: { ...systemClock } },
    );
  async function json(...argv: readonly string[]) {
    const { code, stdout, stderr } = await run(...argv, '--json');
    return { code, stderr, ...jsonSchema.parse(JSON.parse(stdout)) };
  }
  return { run, json };
}

test('lists the offers of all providers by the price of a GPU, and the lowest prices', async () => {
  const { run, json } = await startAll();
  const all = await json('offers');
  expect([all.code, all.stderr, all.problems]).toEqual([0, '', []]);
  expect(new Set(all.offers.map(({ account }) => account)).size).toBe(PROVIDER_IDS.length);
  const prices = all.offers.map(({ perGpuHour }) => perGpuHour ?? Infinity);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  const lowest = await json('prices', '--gpu', '4090');
  const places = lowest.offers.map(({ gpu, provider, terms }) =>
    [gpu?.family, gpu?.vramGb, provider, terms].join(),
  );
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places).size).toBe(places.length);
  const { stdout } = await run('offers', '--gpu', 'h100', '--min-gpus', '8');
  expect(stdout).toMatch(/^(≥ )?\d+ offers, cheapest first\n {2}GPU /);
  expect(stdout).toMatch(/H100 SXM 80 GB +8 /);
});
