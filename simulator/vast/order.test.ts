import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswers } from '../testing/described.ts';
import { describedBy, type Reply, type Setup, setup } from '../testing/setup.ts';
import { INSTANCE_KEY } from './order.ts';

const ANSWERS = readAnswers('providers/vast.yaml');
const LABEL = 'train-gt-a1b2c3d4';

const offersSchema = z.object({
  offers: z.array(z.looseObject({ id: z.number(), dph_total: z.number(), min_bid: z.number() })),
});
const createdSchema = z.object({ new_contract: z.number(), instance_api_key: z.string() });
const listSchema = z.object({ instances: z.array(z.looseObject({ id: z.number() })) });

/** The cheapest offers with 100 GB of disk. */
async function offersOf({ anonymous }: Setup, type = 'ondemand') {
  const search = { type, num_gpus: { gte: 1 }, allocated_storage: 100 };
  return offersSchema.parse((await anonymous.post('/api/v0/bundles/', search)).body).offers;
}

async function offerOf(sim: Setup, type?: string) {
  const [offer] = await offersOf(sim, type);
  return offer ?? expect.fail('no offer');
}

const order = (sim: Setup, id: number, more: object = {}) =>
  sim.owner.put(`/api/v0/asks/${id}/`, {
    image: 'vastai/base-image:@vastai-automatic-tag',
    disk: 100,
    label: LABEL,
    runtype: 'ssh_direct',
    cancel_unavail: true,
    ...more,
  });

/** The instances with the label, past the interval of the list. */
async function labeled(sim: Setup) {
  sim.control.advance(5);
  const filters = encodeURIComponent(JSON.stringify({ label: { eq: LABEL } }));
  const { body } = await sim.owner.get(`/api/v1/instances/?select_filters=${filters}`);
  return listSchema.parse(body).instances;
}

const start = () => setup({ provider: 'vast', vms: 2 });

test('an order makes one instance of an offer, at its price, and the offer is gone', async () => {
  const sim = await start();
  const offer = await offerOf(sim);
  const reply = await order(sim, offer.id);
  const { new_contract: id, instance_api_key } = createdSchema.parse(reply.body);
  expect([reply.status, instance_api_key]).toEqual([200, INSTANCE_KEY]);
  expect(await ANSWERS.problemOf(describedBy('PUT /api/v0/asks/{id}/', reply))).toBeNull();
  const [vm, ...others] = await labeled(sim);
  expect(others).toEqual([]);
  expect(vm).toMatchObject({ id, gpu_name: offer['gpu_name'], num_gpus: offer['num_gpus'] });
  expect(vm?.['dph_total']).toBeCloseTo(offer.dph_total, 3);
  expect((await offersOf(sim)).map((each) => each.id)).not.toContain(offer.id);
  expect((await order(sim, offer.id)).status).toBe(404);
  const { undocumented } = sim.control.state().requests;
  expect(undocumented.filter((each) => each.includes('asks'))).toEqual([]);
});

test.each<[string, string, object, number, number]>([
  ['usual', 'ondemand', { disk: 7 }, 400, 0],
  ['usual', 'bid', { price: 0.001 }, 404, 0],
  ['usual', 'bid', { price: 0.001, cancel_unavail: false }, 200, 1],
  ['usual', 'bid', { price: 100 }, 200, 1],
  ['refused', 'ondemand', {}, 404, 0],
  ['twice', 'ondemand', {}, 200, 2],
  ['named', 'ondemand', {}, 400, 1],
])('with the option %s, an order (%s, %j) is a %i with %i instances', async (orders, ...of) => {
  const [type, more, status, count] = of;
  const sim = await start();
  sim.control.setOptions({ orders: z.enum(['usual', 'refused', 'twice', 'named']).parse(orders) });
  sim.control.setBalance(1_000);
  const reply: Reply = await order(sim, (await offerOf(sim, type)).id, more);
  expect(reply.status).toBe(status);
  expect(await ANSWERS.problemOf(describedBy('PUT /api/v0/asks/{id}/', reply))).toBeNull();
  const found = await labeled(sim);
  expect(found).toHaveLength(count);
  if (orders === 'named') expect(createdSchema.parse(reply.body).new_contract).toBe(found[0]?.id);
});

test('templates and SSH keys are as the description shows, without columns that are not asked for', async () => {
  const sim = await start();
  const userId = sim.control.createVm().user_id;
  const path = '/api/v0/template/';
  const filters = encodeURIComponent(JSON.stringify({ creator_id: { eq: userId } }));
  const query = `?select_filters=${filters}&select_cols=["name","hash_id"]`;
  const keys = '/api/v0/ssh/';
  const key = { ssh_key: `ssh-ed25519 ${'A'.repeat(68)} desk` };
  const seen = [
    [`GET ${path}`, await sim.owner.get(path + query)],
    [`POST ${keys}`, await sim.owner.post(keys, key)],
    [`GET ${keys}`, await sim.owner.get(keys)],
    [`POST ${keys}`, await sim.owner.post(keys, {})],
  ] as const;
  for (const [call, reply] of seen)
    expect(await ANSWERS.problemOf(describedBy(call, reply))).toBeNull();
  expect(seen[0][1].body).toMatchObject({ templates: [{ name: 'Training' }, { name: 'ComfyUI' }] });
  expect(JSON.stringify(seen[0][1].body)).not.toContain('planted');
  expect(seen[2][1].body).toMatchObject([{ id: 71 }, { id: 72 }]);
});
