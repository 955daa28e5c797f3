import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentedSpend, documentedTokens, documentedVm, setup } from '../testing/index.ts';

type Sim = Awaited<ReturnType<typeof setup>>;

async function only(options = {}) {
  const sim = await setup({ vms: 1, ...options });
  const id = sim.control.vms()[0]?.id ?? '';
  const record = async () => (await sim.owner.get(`/vms/${id}`)).body;
  return { sim, id, record };
}

const listOf = async (sim: Sim) => z.array(z.unknown()).parse((await sim.owner.get('/vms')).body);

async function perHour(sim: Sim) {
  const { body } = await sim.owner.get('/billing/current-spend');
  return documentedSpend.parse(body).total_per_hour;
}

describe('VMs under control', () => {
  it.each([
    { instance_label: 'x\nHost *\n  ProxyCommand evil' },
    { instance_label: '\u202egnp.exe', ip_address: '-oProxyCommand=touch /tmp/x' },
    { hourly_rate: null, cpu_percent: null },
    { status: 'hibernating', gpu_type: 'b200', surprise: { deep: [1] } },
  ])('take any field: %j', async (fields) => {
    const { sim, id, record } = await only();
    const before = await record();
    sim.control.setVm(id, fields);
    expect(await record()).toEqual({ ...z.looseObject({}).parse(before), ...fields });
    expect((await listOf(sim))[0]).toEqual(await record());
    sim.control.restoreVm(id);
    expect(await record()).toEqual(before);
  });

  it('lose a field that is set to undefined', async () => {
    const { sim, id, record } = await only();
    sim.control.setVm(id, { ip_address: undefined });
    expect(await record()).not.toHaveProperty('ip_address');
  });

  it('really enter a documented status, with what it costs', async () => {
    const { sim, id, record } = await only();
    const running = documentedVm.parse(await record());
    expect(await perHour(sim)).toBe(running.hourly_rate);
    sim.control.setVm(id, { status: 'stopped' });
    expect(await perHour(sim)).toBe(running.storage_hourly_rate);
    expect(documentedVm.parse(await record()).stopped_at).toBe('2026-01-15T12:00:00.000Z');
    sim.control.setVm(id, { status: 'destroyed' });
    expect(await perHour(sim)).toBe(0);
  });

  it('show a real status again after an unknown one', async () => {
    const { sim, id, record } = await only();
    sim.control.setVm(id, { status: 'hibernating' });
    sim.control.setVm(id, { status: 'running' });
    expect(documentedVm.parse(await record()).status).toBe('running');
  });

  it('break in several ways, one at a time, and are repaired', async () => {
    const sim = await setup({ vms: 3 });
    const ids = sim.control.vms().map((vm) => vm.id);
    for (const how of ['missing-id', 'wrong-types', 'not-an-object', 'null'] as const) {
      sim.control.breakVm(ids[1] ?? '', how);
      const good = (await listOf(sim)).filter((vm) => documentedVm.safeParse(vm).success);
      expect(good).toHaveLength(2);
    }
    sim.control.breakVm(ids[1] ?? '', null);
    z.array(documentedVm)
      .length(3)
      .parse(await listOf(sim));
  });

  it('are created and vanish', async () => {
    const sim = await setup({ vms: 0 });
    const made = sim.control.createVm({
      instance_label: 'eval-7',
      gpu_type: 'pro6000',
      gpu_count: 8,
      status: 'offline',
    });
    expect(await listOf(sim)).toEqual([made]);
    expect(made).toMatchObject({ instance_label: 'eval-7', gpu_count: 8, status: 'offline' });
    sim.control.destroyVm(made.id);
    expect((await sim.owner.get(`/vms/${made.id}`)).body).toMatchObject({ status: 'destroyed' });
    sim.control.destroyVm(made.id, 'gone');
    expect((await sim.owner.get(`/vms/${made.id}`)).status).toBe(404);
    expect(await listOf(sim)).toEqual([]);
  });

  it('belong to the account they are made for', async () => {
    const sim = await setup({ vms: 0 });
    sim.control.createVm({ email: 'ben@example.test' });
    expect(sim.control.vms()).toHaveLength(0);
    expect(sim.control.vms('ben@example.test')).toHaveLength(1);
  });

  it('are named when they do not exist', async () => {
    const sim = await setup();
    expect(() => sim.control.setVm('nope', {})).toThrow('No VM has the id nope');
    expect(() => sim.control.setBalance(1, 'eve@example.test')).toThrow('eve@example.test');
    expect(() => sim.control.createVm({ node: 'vm99' })).toThrow('vm99');
  });
});

describe('accounts under control', () => {
  it('lose their balance at the rate of their spend', async () => {
    const { sim } = await only();
    const rate = await perHour(sim);
    sim.control.setBalance(100);
    sim.control.advance(10 * 3600);
    expect(sim.control.state().accounts[0]?.balance).toBeCloseTo(100 - 10 * rate, 4);
  });

  it('have any figure in their current spend', async () => {
    const { sim } = await only();
    const before = (await sim.owner.get('/billing/current-spend')).body;
    sim.control.setSpend({ total_per_hour: null, hourly_rate: 'much' });
    expect((await sim.owner.get('/billing/current-spend')).body).toMatchObject({
      total_per_hour: null,
      hourly_rate: 'much',
    });
    sim.control.setSpend({});
    expect((await sim.owner.get('/billing/current-spend')).body).toEqual(before);
  });

  it('are signed out: access tokens expired, refresh tokens revoked, API keys untouched', async () => {
    const sim = await setup();
    const signIn = async (index: number) => {
      const { email = '', password = '' } = sim.credentials[index] ?? {};
      const reply = await sim.anonymous.post('/auth/login', { email, password });
      return documentedTokens.parse(reply.body);
    };
    const refresh = (token: string) =>
      sim.anonymous.post('/auth/refresh', { refresh_token: token });
    const [ada, ben] = [await signIn(0), await signIn(1)];
    sim.control.expireAccessTokens();
    expect((await sim.with(ada.access_token).get('/vms')).status).toBe(401);
    expect((await sim.owner.get('/vms')).status).toBe(200);
    const renewed = documentedTokens.parse((await refresh(ada.refresh_token)).body);
    expect((await sim.with(renewed.access_token).get('/vms')).status).toBe(200);
    sim.control.revokeRefreshTokens('ada@example.test');
    expect((await refresh(renewed.refresh_token)).status).toBe(401);
    expect((await refresh(ben.refresh_token)).status).toBe(200);
    const again = await signIn(1);
    sim.control.revokeRefreshTokens();
    expect((await refresh(again.refresh_token)).status).toBe(401);
  });
});

describe('state', () => {
  it('is plain JSON and tells how things stand', async () => {
    const sim = await setup({ seed: 9, vms: 2 });
    sim.control.addFault({ path: '/x', fault: { kind: 'none' } }, () => {});
    const state = sim.control.state();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(state).toMatchObject({
      baseUrl: sim.baseUrl,
      fixed: { seed: 9, vms: 2 },
      options: { vmList: 'array' },
      now: '2026-01-15T12:00:00.000Z',
      accounts: [{ ...sim.credentials[0], vms: 2 }, { ...sim.credentials[1] }],
      faults: [{ id: 1, hits: 0 }],
    });
  });

  it('changes all options or none', async () => {
    const sim = await setup();
    const before = sim.control.state().options;
    // What comes in over HTTP has not been type-checked.
    const nonsense = JSON.parse('{"vmList": "vms", "retryAfter": "never"}');
    expect(() => sim.control.setOptions(nonsense)).toThrow();
    expect(sim.control.state().options).toEqual(before);
  });

  it('forgets the log when told to', async () => {
    const sim = await setup();
    await sim.owner.get('/vms');
    sim.control.clearLog();
    expect(sim.control.state().requests).toEqual({ counts: {}, log: [] });
  });
});
