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

test('setOptions applies all of a patch or nothing', async () => {
  const sim = await setup({ vms: 0 });
  const before = sim.control.state().options;
  for (const invalid of [
    '{"maxLimit": 10, "refreshReuse": "never"}',
    '{"maxLimit": 10, "seed": 2}',
  ])
    expect(() => sim.control.setOptions(JSON.parse(invalid))).toThrow();
  expect(sim.control.state().options).toEqual(before);
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

  test('has the functions of the control, which are not in the request log', async () => {
    const sim = await setup({ vms: 0 });
    const made = await call(sim, 'createVm', { instance_label: 'a' });
    const { id } = z.looseObject({ id: z.string() }).parse(made.body);
    await call(sim, 'setVm', id, { instance_label: null, extra: 1 });
    expect(sim.control.state().requests.log).toEqual([]);
    const sent = async () => (await sim.owner.get(`/vms/${id}`)).body;
    expect(await sent()).toMatchObject({ instance_label: null, extra: 1 });
    await call(sim, 'restoreVm', id);
    expect((await call(sim, 'vms', 'ada@example.test')).body).toEqual([await sent()]);
    await call(sim, 'destroyVm', id, 'gone');
    expect(await read(sim, 'vms')).toEqual([]);
    expect(await read(sim, 'state')).toEqual(sim.control.state());
  });

  test.each([
    ['nothing', [], 404],
    ['setVm', ['nope', {}], 400],
    ['advance', ['long'], 400],
    ['addFault', [{ path: '/vms', fault: { kind: 'gremlins' } }], 400],
  ] as const)('refuses %s with %j', async (name, args, status) => {
    expect((await call(await setup({ vms: 0 }), name, ...args)).status).toBe(status);
  });
});
