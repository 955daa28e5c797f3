import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Setup, setup } from '../testing/setup.ts';
import { SECRETS } from './instance.ts';

const instanceSchema = z.looseObject({
  id: z.number(),
  actual_status: z.string().nullable(),
  intended_status: z.string(),
  is_bid: z.boolean(),
  instance: z.object({ totalHour: z.number(), diskHour: z.number() }),
});
const listSchema = z.object({
  instances: z.array(instanceSchema),
  next_token: z.string().nullable(),
  total_instances: z.number(),
});

const LIST = '/api/v1/instances/';

const pageOf = async (sim: Setup, query = '') =>
  listSchema.parse((await sim.owner.get(`${LIST}?${query}`)).body);

/** Past each endpoint's interval. */
const wait = (sim: Setup) => sim.control.advance(4);

test('sends 25 instances a page until the token is null, and one by its id', async () => {
  const sim = await setup({ provider: 'vast', vms: 70 });
  const sizes: number[] = [];
  let total = 0;
  const ids = new Set<number>();
  let token: string | null = '';
  while (token !== null) {
    const page: z.infer<typeof listSchema> = await pageOf(sim, token && `after_token=${token}`);
    sizes.push(page.instances.length);
    total = page.total_instances;
    for (const { id } of page.instances) ids.add(id);
    expect(JSON.stringify(page)).toContain(SECRETS.env);
    token = page.next_token;
    wait(sim);
  }
  expect([sizes.slice(0, 2), ids.size]).toEqual([[25, 25], total]);
  const [id] = ids;
  const one = await pageOf(sim, `select_filters=${encodeURIComponent(`{"id":{"eq":${id}}}`)}`);
  expect(one.instances.map((each) => each.id)).toEqual([id]);
  wait(sim);
  expect((await sim.owner.get(`${LIST}?after_token=x`)).status).toBe(400);
});

test('says 429 in plain text, per endpoint, and refuses keys as Vast does', async () => {
  const sim = await setup({ provider: 'vast', vms: 1 });
  expect((await sim.owner.get(LIST)).status).toBe(200);
  const { read_write } = sim.credentials[0].apiKeys;
  const headers = { authorization: `Bearer ${read_write}` };
  const soon = await fetch(sim.baseUrl + LIST, { headers });
  expect([soon.status, soon.headers.get('retry-after'), await soon.text()]).toEqual([
    ...[429, null, 'API requests too frequent: endpoint threshold=1.0'],
  ]);
  expect((await sim.owner.get('/api/v0/users/current/')).status).toBe(200);
  const key = sim.with('sim_live_other');
  const charges = '/api/v0/charges/?select_filters=%7B%7D';
  expect((await key.get(LIST)).status).toBe(401);
  expect(await key.get(charges)).toMatchObject({ status: 404, body: { error: 'auth_error' } });
  expect((await sim.anonymous.get(charges)).status).toBe(403);
});
