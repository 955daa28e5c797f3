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

const terminate = (sim: Setup, ...ids: readonly string[]) =>
  sim.owner.post('/api/v1/instance-operations/terminate', { instance_ids: ids });

const refusal = (status: number, code: string) => ({
  status,
  body: { error: { code, message: expect.any(String) } },
});

/** One instance in the status. */
async function withInstance(status: string) {
  const sim = await setup({ provider: 'lambda', vms: 0 });
  const { id } = sim.control.createVm();
  sim.control.setVm(id, { status });
  return { sim, id };
}

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

test('keys and errors have the codes of the description', async () => {
  const { sim, id } = await withInstance('creating');
  expect(await sim.anonymous.get('/api/v1/instances')).toMatchObject(
    refusal(401, 'global/invalid-api-key'),
  );
  expect(await terminate(sim, id)).toMatchObject(refusal(400, 'global/invalid-parameters'));
  const inactive = { code: 'global/account-inactive', message: 'Your account is inactive.' };
  sim.control.addFault({
    path: '/api/v1/instances',
    fault: { kind: 'status', status: 403, detail: inactive },
  });
  expect(await sim.owner.get('/api/v1/instances')).toMatchObject({ body: { error: inactive } });
});
