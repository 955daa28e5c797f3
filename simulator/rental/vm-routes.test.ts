import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentedError, documentedVm } from '../testing/documented.ts';
import { type Setup, setup } from '../testing/setup.ts';

const vmList = z.array(documentedVm);

async function list(sim: Setup, query = '') {
  return vmList.parse((await sim.owner.get(`/vms${query}`)).body);
}

describe('GET /vms', () => {
  test('lists documented records, newest first, with null wherever it is allowed', async () => {
    const sim = await setup({ vms: 300 });
    const vms = await list(sim, '?limit=300');
    expect(vms).toHaveLength(300);
    const created = vms.map((vm) => vm.created_at);
    expect(created).toEqual(created.toSorted().reverse());
    for (const vm of vms) {
      const parts = (vm.gpu_hourly_rate ?? 0) + (vm.storage_hourly_rate ?? 0);
      expect(parts).toBeCloseTo(vm.hourly_rate ?? 0, 9);
    }
    const nullable = [
      'instance_label',
      'ip_address',
      'started_at',
      'stopped_at',
      'reservation_id',
      'auto_restart',
      'hourly_rate',
      'cpu_model',
      'pcie_gen',
    ] as const;
    for (const field of nullable) {
      expect(
        vms.some((vm) => vm[field] === null),
        `${field} is null somewhere`,
      ).toBe(true);
      expect(
        vms.some((vm) => vm[field] !== null),
        `${field} is given somewhere`,
      ).toBe(true);
    }
  });

  test('shows each account its own VMs', async () => {
    const sim = await setup();
    const [ada, ben] = sim.credentials;
    const own = vmList.parse((await sim.with(ben.apiKeys.read_only).get('/vms')).body);
    const others = vmList.parse((await sim.with(ada.apiKeys.read_only).get('/vms')).body);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set([...own, ...others].map((vm) => vm.id)).size).toBe(own.length + others.length);
    expect((await sim.with(ben.apiKeys.read_only).get(`/vms/${others[0]?.id}`)).status).toBe(404);
  });
});

const ORDER = {
  node: 'vm01',
  gpu_type: '5090',
  gpu_count: 2,
  storage_gb: 50,
  template_vmid: 100,
} as const;

describe('POST /vms', () => {
  test('answers 422 that names the field without quoting its value', async () => {
    const sim = await setup({ vms: 0, vmOperationsPerMinute: 100 });
    for (const [change, field] of [
      [{ node: undefined }, 'node'],
      [{ node: 'vm99' }, 'node'],
      [{ gpu_type: 'h100' }, 'gpu_type'],
      [{ gpu_type: '4090' }, 'gpu_type'],
      [{ gpu_count: 3 }, 'gpu_count'],
      [{ gpu_count: '2' }, 'gpu_count'],
      [{ storage_gb: 49 }, 'storage_gb'],
      [{ storage_gb: 50.5 }, 'storage_gb'],
      [{ template_vmid: 99 }, 'template_vmid'],
      [{ rental_type: 'forever' }, 'rental_type'],
      [{ rental_type: 'reserved' }, 'reservation_months'],
      [{ rental_type: 'reserved', reservation_months: 2 }, 'reservation_months'],
      [{ auth_method: 'none' }, 'auth_method'],
      [{ auth_method: 'password' }, 'password'],
      [{ auth_method: 'password', password: 'elevenchars' }, 'password'],
      [{ ssh_key_id: 'key-42-laptop' }, 'ssh_key_id'],
    ] as const) {
      const reply = await sim.owner.post('/vms', { ...ORDER, ...change });
      expect(reply.status).toBe(422);
      const { detail } = documentedError.parse(reply.body);
      expect(detail).toContain(`${field}:`);
      expect(detail).not.toContain('elevenchars');
    }
    expect(sim.control.vms()).toHaveLength(0);
  });

  test('requires the cost of one hour, with the documented message', async () => {
    const sim = await setup({ vms: 0 });
    sim.control.setBalance(1.38);
    const poor = await sim.owner.post('/vms', ORDER);
    expect(poor.status).toBe(400);
    expect(poor.body).toEqual({ detail: 'Insufficient balance. Required: 1.39, Available: 1.38' });
    sim.control.setBalance(1.38685);
    expect((await sim.owner.post('/vms', ORDER)).status).toBe(201);
  });
});
