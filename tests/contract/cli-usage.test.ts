import { expect, test } from 'vitest';
import { z } from 'zod';
import { runInProcess, withKey } from './command-line.ts';
import { simulate } from './fixtures.ts';

// `gpu-tray usage` against the simulator. Its answers to each report are tested in src/cli/usage.

const figure = z.number().nullable();

/** The documented object of `usage --json`: exactly these keys. */
const schema = z.strictObject({
  accounts: z.array(
    z.strictObject({
      ...{ id: z.string(), name: z.string(), label: z.string(), provider: z.string() },
      ...{ from: z.iso.date(), to: z.iso.date() },
      ...{ periodFrom: z.iso.date(), periodTo: z.iso.date() },
      ...{ totalCost: z.number(), totalHours: z.number() },
      vms: z.array(
        z.strictObject({
          ...{ vmId: z.string(), vmid: z.int(), gpuModel: z.string(), hours: z.number() },
          ...{ cost: z.number(), gpuCost: figure, storageCost: figure, networkCost: figure },
          ...{ gpuHours: z.number(), storageGb: z.number(), networkBytes: z.number() },
        }),
      ),
      days: z.array(z.strictObject({ date: z.iso.date(), cost: z.number() })),
    }),
  ),
});

const cents = (amounts: readonly (number | null)[]) =>
  Math.round(amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0) * 100);

test('prints the usage of the service, which adds up to the cent', async () => {
  const sim = await simulate({ vms: 30 });
  const range = ['--from', '2025-12-20', '--to', '2026-01-15'];
  const args = ['usage', ...withKey(sim), ...range, '--json'];
  const [{ apiKeys }] = sim.credentials;
  const { code, stdout, stderr } = await runInProcess(args, apiKeys.billing_only);
  expect([code, stderr]).toEqual([0, '']);
  const [account] = schema.parse(JSON.parse(stdout)).accounts;
  const { totalCost, vms = [], days = [] } = account ?? {};
  const total = cents([totalCost ?? null]);
  expect(total).toBeGreaterThan(0);
  expect(days.length).toBe(27);
  expect(cents(vms.map(({ cost }) => cost))).toBe(total);
  expect(cents(days.map(({ cost }) => cost))).toBe(total);
  expect(
    cents(
      vms.flatMap(({ gpuCost, storageCost, networkCost }) => [gpuCost, storageCost, networkCost]),
    ),
  ).toBe(total);

  const table = await runInProcess(['usage', ...withKey(sim), ...range], apiKeys.read_only);
  expect([table.code, table.stderr]).toEqual([0, '']);
  expect(table.stdout).toMatch(/\n {2}VM +MODEL +HOURS +GPU \$ +DISK \$ +TOTAL \$\n/);
  for (const line of table.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});
