import { expect, test } from 'vitest';
import { setup } from '../testing/setup.ts';

const ORDER = { node: 'vm01', gpu_type: '4090', gpu_count: 1, storage_gb: 50, template_vmid: 100 };

test('reports requests that docs/openapi.yaml does not allow, and no others', async () => {
  const sim = await setup({ vms: 1 });
  const id = sim.control.vms()[0]?.id;
  await sim.owner.get('/vms?limit=500&offset=0');
  await sim.owner.get(`/vms/${id}`);
  await sim.owner.get('/billing/usage?start_date=2026-11-01&end_date=2026-11-02');
  await sim.anonymous.get('/pricing');
  await sim.owner.post('/vms', ORDER);
  await sim.owner.post('/vms', { ...ORDER, rental_type: 'reserved', reservation_months: 3 });
  expect(sim.control.state().requests.undocumented).toEqual([]);
  await sim.owner.get('/balance');
  await sim.owner.get('/vms?status=running');
  await sim.owner.get('/vms?limit=0');
  await sim.owner.get('/vms/1');
  await sim.anonymous.get('/search?gpu=4090');
  await sim.owner.get('/billing/usage?start_date=yesterday');
  await sim.owner.post('/vms', { ...ORDER, storage_gb: 49 });
  await sim.owner.post('/vms', { ...ORDER, rental_type: 'reserved' });
  await sim.owner.post('/vms', { ...ORDER, auth_method: 'password', password: 'short' });
  await sim.owner.post('/vms', { ...ORDER, label: 'mine' });
  await sim.anonymous.post('/auth/login', { email: 'ada' });
  const found = sim.control.state().requests.undocumented;
  expect(found.map((line) => line.replace(/: .*/, ''))).toEqual([
    'GET /balance',
    ...['GET /vms', 'GET /vms', 'GET /vms/1', 'GET /search', 'GET /billing/usage'],
    ...Array.from({ length: 4 }, () => 'POST /vms'),
    'POST /auth/login',
  ]);
});
