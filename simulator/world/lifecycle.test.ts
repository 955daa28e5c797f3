import { describe, expect, test } from 'vitest';
import { type Setup, setup } from '../testing/setup.ts';

function vmOf(sim: Setup, id: string) {
  const vm = sim.control.vms().find((each) => each.id === id);
  if (!vm) throw new Error(`no VM ${id}`);
  return vm;
}

/** The successive statuses while time advances in steps of `seconds`. */
function watch(sim: Setup, id: string, seconds: number, steps: number): string[] {
  const seen = [vmOf(sim, id).status];
  for (let step = 0; step < steps; step += 1) {
    sim.control.advance(seconds);
    const { status } = vmOf(sim, id);
    if (status !== seen.at(-1)) seen.push(status);
  }
  return seen;
}

describe('the life of a VM', () => {
  test('creating, starting and stopping end', async () => {
    const sim = await setup({ vms: 0 });
    const { id } = sim.control.createVm();
    expect(watch(sim, id, 1, 60)).toEqual(['creating', 'running']);
    expect(watch(sim, id, 3600, 24 * 30)).toEqual(['running']);
    sim.control.setVm(id, { status: 'stopping' });
    expect(watch(sim, id, 1, 60)).toEqual(['stopping', 'stopped']);
    expect(vmOf(sim, id).stopped_at).not.toBeNull();
    sim.control.setVm(id, { status: 'starting' });
    expect(watch(sim, id, 1, 60)).toEqual(['starting', 'running']);
    expect(vmOf(sim, id).stopped_at).toBeNull();
  });

  test('interruptible VMs are interrupted, and restart only with auto_restart', async () => {
    const sim = await setup({ vms: 0 });
    const spot = { rental_type: 'interruptible', status: 'running' } as const;
    const alone = sim.control.createVm({ ...spot, auto_restart: false });
    const back = sim.control.createVm({ ...spot, auto_restart: true });
    for (let hour = 0; hour < 41; hour += 1) sim.control.advance(3600);
    expect(vmOf(sim, alone.id).status).toBe('interrupted');
    expect(new Set(watch(sim, back.id, 5, 20_000))).toEqual(
      new Set(['running', 'interrupted', 'starting']),
    );
    expect(vmOf(sim, alone.id).status).toBe('interrupted');
  });

  test('an idle VM is below 10 % at any time', async () => {
    const sim = await setup({ vms: 0 });
    sim.control.createVm({ load: 'idle', status: 'running' });
    for (let minute = 0; minute < 60; minute += 1) {
      const [vm] = sim.control.vms();
      expect(vm?.cpu_percent).toBeLessThan(10);
      expect(vm?.ram_percent).toBeLessThan(10);
      sim.control.advance(60);
    }
  });
});
