import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentedSpend, documentedTokens, documentedVm } from '../testing/documented.ts';
import { type Setup, setup } from '../testing/setup.ts';

/** A simulator with one VM. */
async function oneVm() {
  const sim = await setup({ vms: 1 });
  const id = sim.control.vms()[0]?.id ?? '';
  const record = async () => (await sim.owner.get(`/vms/${id}`)).body;
  return { sim, id, record };
}

async function perHour(sim: Setup) {
  const { body } = await sim.owner.get('/billing/current-spend');
  return documentedSpend.parse(body).total_per_hour;
}

describe('VMs', () => {
  test('setVm applies a documented status with its costs', async () => {
    const { sim, id, record } = await oneVm();
    const running = documentedVm.parse(await record());
    expect(await perHour(sim)).toBe(running.hourly_rate);
    sim.control.setVm(id, { status: 'stopped' });
    expect(await perHour(sim)).toBe(running.storage_hourly_rate);
    expect(documentedVm.parse(await record()).stopped_at).toBe('2026-01-15T12:00:00.000Z');
    sim.control.setVm(id, { status: 'hibernating' });
    sim.control.setVm(id, { status: 'running' });
    expect(documentedVm.parse(await record()).status).toBe('running');
    sim.control.setVm(id, { status: 'destroyed' });
    expect(await perHour(sim)).toBe(0);
  });

  test('names an unknown VM, account or node in the error', async () => {
    const sim = await setup({ vms: 0 });
    expect(() => sim.control.setVm('nope', {})).toThrow('No VM has the id nope');
    expect(() => sim.control.setBalance(1, 'eve@example.test')).toThrow('eve@example.test');
    expect(() => sim.control.createVm({ node: 'vm99' })).toThrow('vm99');
  });
});

describe('accounts', () => {
  test('the balance falls at the rate of the spend', async () => {
    const { sim } = await oneVm();
    const rate = await perHour(sim);
    sim.control.setBalance(100);
    sim.control.advance(10 * 3600);
    expect(sim.control.state().accounts[0]?.balance).toBeCloseTo(100 - 10 * rate, 4);
  });

  test('setSpend puts a field over the current spend', async () => {
    const { sim } = await oneVm();
    const before = (await sim.owner.get('/billing/current-spend')).body;
    sim.control.setSpend({ total_per_hour: null, hourly_rate: 'much' });
    expect((await sim.owner.get('/billing/current-spend')).body).toMatchObject({
      total_per_hour: null,
      hourly_rate: 'much',
    });
    sim.control.setSpend({});
    expect((await sim.owner.get('/billing/current-spend')).body).toEqual(before);
  });
});

describe('state', () => {
  test('is plain JSON', async () => {
    const sim = await setup({ seed: 9, vms: 2 });
    sim.control.addFault({ path: '/x', fault: { kind: 'none' } }, () => {});
    const state = sim.control.state();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(state).toMatchObject({
      baseUrl: sim.baseUrl,
      fixed: { seed: 9, vms: 2 },
      options: { refreshReuse: 'reject' },
      now: '2026-01-15T12:00:00.000Z',
      accounts: [{ ...sim.credentials[0], vms: 2 }, { ...sim.credentials[1] }],
      faults: [{ id: 1, hits: 0 }],
    });
  });

  test('setOptions applies all of a patch or nothing', async () => {
    const sim = await setup({ vms: 0 });
    const before = sim.control.state().options;
    const invalid = JSON.parse('{"maxLimit": 10, "refreshReuse": "never"}');
    expect(() => sim.control.setOptions(invalid)).toThrow();
    expect(sim.control.state().options).toEqual(before);
  });
});

describe('the control interface over HTTP', () => {
  async function call(sim: Setup, name: string, ...args: readonly unknown[]) {
    const response = await fetch(`${sim.controlUrl}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    return { status: response.status, body: z.unknown().parse(await response.json()) };
  }

  const read = async (sim: Setup, name: string) =>
    z.unknown().parse(await (await fetch(`${sim.controlUrl}/${name}`)).json());

  test('is not in the request log', async () => {
    const sim = await setup({ vms: 0 });
    expect(await read(sim, 'state')).toEqual(sim.control.state());
    expect(sim.control.state().requests.log).toEqual([]);
  });

  test('creates, changes, breaks, restores and destroys VMs', async () => {
    const sim = await setup({ vms: 0 });
    const made = await call(sim, 'createVm', { instance_label: 'a' });
    expect(made.status).toBe(200);
    const { id } = z.looseObject({ id: z.string() }).parse(made.body);
    const sent = async () => (await sim.owner.get(`/vms/${id}`)).body;
    await call(sim, 'setVm', id, { instance_label: null, extra: 1 });
    expect(await sent()).toMatchObject({ instance_label: null, extra: 1 });
    await call(sim, 'breakVm', id, 'null');
    expect(await sent()).toBeNull();
    await call(sim, 'restoreVm', id);
    expect(await sent()).toMatchObject({ instance_label: 'a' });
    expect((await call(sim, 'vms', 'ada@example.test')).body).toEqual([await sent()]);
    await call(sim, 'destroyVm', id, 'gone');
    expect(await read(sim, 'vms')).toEqual([]);
  });

  test('changes options, time, balance, spend and prices', async () => {
    const sim = await setup({ vms: 0 });
    const options = await call(sim, 'setOptions', { refreshReuse: 'grace', maxLimit: 10 });
    expect(options.body).toMatchObject({
      refreshReuse: 'grace',
      maxLimit: 10,
      listDestroyed: true,
    });
    expect(sim.control.state().options.refreshReuse).toBe('grace');
    await call(sim, 'advance', 90);
    expect(await read(sim, 'state')).toMatchObject({ now: '2026-01-15T12:01:30.000Z' });
    await call(sim, 'setBalance', 3, 'ben@example.test');
    expect(sim.control.state().accounts[1]?.balance).toBe(3);
    await call(sim, 'setSpend', { running_vms: -1 });
    expect((await sim.owner.get('/billing/current-spend')).body).toMatchObject({ running_vms: -1 });
    await call(sim, 'setPrice', '5090', 2);
    expect(JSON.stringify((await sim.owner.get('/pricing')).body)).toContain('"on_demand":2');
  });

  test('adds and clears faults, ends tokens, and resets limits and the log', async () => {
    const sim = await setup({ vms: 0, readsPerMinute: 3 });
    const fault = { method: 'GET', path: '/vms', fault: { kind: 'status', status: 500 } };
    expect(await call(sim, 'addFault', fault)).toEqual({ status: 200, body: { id: 1 } });
    expect((await sim.owner.get('/vms')).status).toBe(500);
    expect((await call(sim, 'clearFaults', 1)).body).toBe(1);
    expect((await sim.owner.get('/vms')).status).toBe(200);
    await call(sim, 'addFault', fault);
    expect((await call(sim, 'clearFaults')).body).toBe(1);

    const [{ email, password }] = sim.credentials;
    const login = await sim.anonymous.post('/auth/login', { email, password });
    const { access_token, refresh_token } = documentedTokens.parse(login.body);
    await call(sim, 'expireAccessTokens');
    await call(sim, 'revokeRefreshTokens', email);
    expect((await sim.with(access_token).get('/vms')).status).toBe(401);
    expect((await sim.anonymous.post('/auth/refresh', { refresh_token })).status).toBe(401);
    await sim.owner.get('/vms');
    await sim.owner.get('/vms');
    expect((await sim.owner.get('/vms')).status).toBe(429);
    await call(sim, 'resetLimits');
    expect((await sim.owner.get('/vms')).status).toBe(200);
    await call(sim, 'clearLog');
    expect(sim.control.state().requests).toMatchObject({ counts: {}, log: [] });
  });

  test('answers invalid requests with a status and a detail', async () => {
    const sim = await setup({ vms: 0 });
    for (const [name, args, status] of [
      ['nothing', [], 404],
      ['setVm', ['nope', {}], 404],
      ['setVm', [], 400],
      ['setBalance', [1, 'eve@example.test'], 404],
      ['setOptions', [{ color: 'red' }], 400],
      ['advance', [-1], 400],
      ['advance', ['long'], 400],
      ['addFault', [{ path: '/vms', fault: { kind: 'gremlins' } }], 400],
      ['createVm', [{ gpu_count: 3 }], 400],
    ] as const) {
      const reply = await call(sim, name, ...args);
      expect(reply.status, name).toBe(status);
      expect(z.strictObject({ detail: z.string() }).parse(reply.body).detail).not.toBe('');
    }
  });
});
