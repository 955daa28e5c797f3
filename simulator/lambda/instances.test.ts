import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Setup, setup } from '../testing/setup.ts';
import { SECRETS } from './instance.ts';

const instanceSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  ip: z.string().optional(),
  actions: z.looseObject({ terminate: z.looseObject({ available: z.boolean() }) }),
  instance_type: z.looseObject({ price_cents_per_hour: z.int() }),
});
const listSchema = z.object({ data: z.array(instanceSchema) });

const listOf = async (sim: Setup) =>
  listSchema.parse((await sim.owner.get('/api/v1/instances')).body).data;

test('each record has secrets that no client needs, and an address unless it boots', async () => {
  const sim = await setup({ provider: 'lambda', vms: 40 });
  const instances = await listOf(sim);
  const statuses = new Set(instances.map(({ status }) => status));
  for (const status of ['active', 'booting', 'unhealthy', 'preempted'])
    expect(statuses).toContain(status);
  for (const { status, ip, actions, ...rest } of instances) {
    for (const secret of Object.values(SECRETS)) expect(JSON.stringify(rest)).toContain(secret);
    expect(ip === undefined).toBe(status === 'booting');
    const isBlocked = ['booting', 'terminating', 'terminated'].includes(status);
    expect([status, actions.terminate.available]).toEqual([status, !isBlocked]);
  }
});
