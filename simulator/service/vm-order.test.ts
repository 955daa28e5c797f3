import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentedError, documentedVm, setup } from '../testing/index.ts';

const GOOD = {
  node: 'vm01',
  gpu_type: '5090',
  gpu_count: 2,
  storage_gb: 50,
  template_vmid: 100,
} as const;

describe('POST /vms', () => {
  it('starts a VM that is created first and then runs', async () => {
    const sim = await setup({ vms: 3 });
    const reply = await sim.owner.post('/vms', GOOD);
    expect(reply.status).toBe(201);
    const vm = documentedVm.parse(reply.body);
    expect(vm).toMatchObject({
      node: 'vm01',
      gpu_type: '5090',
      gpu_count: 2,
      storage_gb: 50,
      rental_type: 'on_demand',
      status: 'creating',
      ip_address: null,
      started_at: null,
      // Two GPUs at $0.69 and 50 GB at $0.000137.
      gpu_hourly_rate: 1.38,
      storage_hourly_rate: 0.00685,
      hourly_rate: 1.38685,
    });
    const head = z.array(documentedVm).parse((await sim.owner.get('/vms')).body)[0];
    expect(head).toEqual(vm);
    sim.control.advance(20);
    const later = documentedVm.parse((await sim.owner.get(`/vms/${vm.id}`)).body);
    expect(later.status).toBe('running');
    expect(later.ip_address).toMatch(/^127\./);
  });

  it.each([
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
  ])('answers 422 to %j and names %s, without quoting what was sent', async (change, field) => {
    const sim = await setup({ vms: 0 });
    const reply = await sim.owner.post('/vms', { ...GOOD, ...change });
    expect(reply.status).toBe(422);
    const { detail } = documentedError.parse(reply.body);
    expect(detail).toContain(`${field}:`);
    expect(detail).not.toContain('elevenchars');
    expect(sim.control.vms()).toHaveLength(0);
  });

  it.each([
    { rental_type: 'reserved', reservation_months: 6 },
    { rental_type: 'interruptible' },
    { auth_method: 'password', password: 'twelve chars' },
    { ssh_key_id: 'key-41-laptop' },
    { storage_gb: 2000, template_vmid: 104, gpu_count: 8 },
  ])('accepts %j', async (change) => {
    const sim = await setup({ vms: 0 });
    const reply = await sim.owner.post('/vms', { ...GOOD, ...change });
    expect(reply.status).toBe(201);
    documentedVm.parse(reply.body);
  });

  it('asks for the balance of one hour, in the documented words', async () => {
    const sim = await setup({ vms: 0 });
    sim.control.setBalance(1.38);
    const poor = await sim.owner.post('/vms', GOOD);
    expect(poor.status).toBe(400);
    expect(poor.body).toEqual({ detail: 'Insufficient balance. Required: 1.39, Available: 1.38' });
    sim.control.setOptions({ amounts: 'dollar' });
    expect((await sim.owner.post('/vms', GOOD)).body).toEqual({
      detail: 'Insufficient balance. Required: $1.39, Available: $1.38',
    });
    sim.control.setBalance(1.38685);
    expect((await sim.owner.post('/vms', GOOD)).status).toBe(201);
  });

  it('can send the details of a 422 as objects', async () => {
    const sim = await setup({ detail422: 'array' });
    const reply = await sim.owner.post('/vms', { ...GOOD, gpu_count: 3 });
    expect(reply.body).toEqual({
      detail: [
        { loc: ['body', 'gpu_count'], msg: 'must be one of 1, 2, 4, 8', type: 'value_error' },
      ],
    });
  });
});
