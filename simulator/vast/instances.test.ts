import { expect, test } from 'vitest';
import { setup } from '../testing/setup.ts';
import { SECRETS } from './instance.ts';

const LIST = '/api/v1/instances/';

test('each page has secrets that no client needs, and a token that is none is refused', async () => {
  const sim = await setup({ provider: 'vast', vms: 70 });
  const { body } = await sim.owner.get(LIST);
  expect(body).toMatchObject({ next_token: expect.any(String) });
  expect(JSON.stringify(body)).toContain(SECRETS.env);
  sim.control.advance(4);
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
