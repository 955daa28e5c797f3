import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setup } from '../testing/index.ts';

type Sim = Awaited<ReturnType<typeof setup>>;

async function call(sim: Sim, method: string, path: string, body?: unknown) {
  const response = await fetch(sim.controlUrl + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: z.unknown().parse(await response.json()) };
}

describe('the control interface over HTTP', () => {
  it('is at the root, whatever the base path, and not in the request log', async () => {
    const sim = await setup({ basePath: '/v1' });
    const state = await call(sim, 'GET', '/state');
    expect(state).toEqual({ status: 200, body: sim.control.state() });
    expect(sim.control.state().requests.log).toEqual([]);
  });

  it('changes options', async () => {
    const sim = await setup();
    const reply = await call(sim, 'POST', '/options', { vmList: 'vms', maxLimit: 10 });
    expect(reply.body).toMatchObject({ vmList: 'vms', maxLimit: 10, offers: 'array' });
    expect(sim.control.state().options.vmList).toBe('vms');
  });

  it('makes, changes, breaks, restores and destroys VMs', async () => {
    const sim = await setup({ vms: 0 });
    const made = await call(sim, 'POST', '/vms', { instance_label: 'a' });
    expect(made.status).toBe(201);
    const { id } = z.looseObject({ id: z.string() }).parse(made.body);
    const sent = async () => (await sim.owner.get(`/vms/${id}`)).body;
    await call(sim, 'PATCH', `/vms/${id}`, { instance_label: null, extra: 1 });
    expect(await sent()).toMatchObject({ instance_label: null, extra: 1 });
    await call(sim, 'POST', `/vms/${id}/break`, { how: 'null' });
    expect(await sent()).toBeNull();
    await call(sim, 'POST', `/vms/${id}/restore`);
    expect(await sent()).toMatchObject({ instance_label: 'a' });
    expect((await call(sim, 'GET', '/vms?email=ada@example.test')).body).toEqual([await sent()]);
    await call(sim, 'DELETE', `/vms/${id}?how=gone`);
    expect((await call(sim, 'GET', '/vms')).body).toEqual([]);
  });

  it('moves time', async () => {
    const sim = await setup();
    const reply = await call(sim, 'POST', '/advance', { seconds: 90 });
    expect(reply.body).toEqual({ now: '2026-01-15T12:01:30.000Z' });
  });

  it('sets money and prices', async () => {
    const sim = await setup();
    await call(sim, 'POST', '/balance', { dollars: 3, email: 'ben@example.test' });
    expect(sim.control.state().accounts[1]?.balance).toBe(3);
    await call(sim, 'POST', '/spend', { fields: { running_vms: -1 } });
    expect((await sim.owner.get('/billing/current-spend')).body).toMatchObject({ running_vms: -1 });
    await call(sim, 'POST', '/price', { gpu_type: '5090', dollars: 2 });
    expect(JSON.stringify((await sim.owner.get('/pricing')).body)).toContain('"on_demand":2');
  });

  it('places and clears faults', async () => {
    const sim = await setup();
    const fault = { method: 'GET', path: '/vms', fault: { kind: 'status', status: 500 } };
    const placed = await call(sim, 'POST', '/faults', fault);
    expect(placed).toEqual({ status: 201, body: { id: 1 } });
    expect((await sim.owner.get('/vms')).status).toBe(500);
    expect((await call(sim, 'DELETE', '/faults/1')).body).toEqual({ cleared: 1 });
    expect((await sim.owner.get('/vms')).status).toBe(200);
    await call(sim, 'POST', '/faults', fault);
    expect((await call(sim, 'DELETE', '/faults')).body).toEqual({ cleared: 1 });
  });

  it('ends tokens, logs and limits', async () => {
    const sim = await setup({ readsPerMinute: 1 });
    const [{ email, password }] = sim.credentials;
    const login = await sim.anonymous.post('/auth/login', { email, password });
    const tokens = z.looseObject({ access_token: z.string(), refresh_token: z.string() });
    const { access_token, refresh_token } = tokens.parse(login.body);
    await call(sim, 'POST', '/expire-access-tokens');
    await call(sim, 'POST', '/revoke-refresh-tokens', { email });
    expect((await sim.with(access_token).get('/vms')).status).toBe(401);
    expect((await sim.anonymous.post('/auth/refresh', { refresh_token })).status).toBe(401);
    expect((await sim.with(access_token).get('/vms')).status).toBe(429);
    await call(sim, 'POST', '/reset-limits');
    expect((await sim.with(access_token).get('/vms')).status).toBe(401);
    await call(sim, 'DELETE', '/log');
    expect(sim.control.state().requests.log).toEqual([]);
  });

  it.each([
    ['GET', '/nothing', undefined, 404],
    ['PATCH', '/vms/nope', {}, 404],
    ['POST', '/balance', { dollars: 1, email: 'eve@example.test' }, 404],
    ['POST', '/options', { colour: 'red' }, 400],
    ['POST', '/advance', { seconds: -1 }, 400],
    ['POST', '/advance', { seconds: 'long' }, 400],
    ['POST', '/faults', { path: '/vms', fault: { kind: 'gremlins' } }, 400],
    ['POST', '/vms', { gpu_count: 3 }, 400],
  ])('answers %s %s %j with %i and says why', async (method, path, body, status) => {
    const sim = await setup();
    const reply = await call(sim, method, path, body);
    expect(reply.status).toBe(status);
    expect(z.strictObject({ detail: z.string() }).parse(reply.body).detail).not.toBe('');
  });
});
