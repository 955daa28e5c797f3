import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentedSpend, documentedVm } from '../testing/documented.ts';
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
});

describe('accounts', () => {
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
