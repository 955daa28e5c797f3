import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { documentedError, documentedVm, type Setup, setup } from '../testing/index.ts';

const vmList = z.array(documentedVm);

async function list(sim: Setup, query = '') {
  return vmList.parse((await sim.owner.get(`/vms${query}`)).body);
}

const idsOf = (vms: readonly { readonly id: string }[]) => vms.map((vm) => vm.id);

describe('GET /vms', () => {
  it('lists documented records only, newest first, each rate the sum of its parts', async () => {
    const sim = await setup({ vms: 300 });
    const vms = await list(sim, '?limit=300');
    expect(vms).toHaveLength(300);
    const created = vms.map((vm) => vm.created_at);
    expect(created).toEqual(created.toSorted().reverse());
    for (const vm of vms) {
      const parts = (vm.gpu_hourly_rate ?? 0) + (vm.storage_hourly_rate ?? 0);
      expect(parts).toBeCloseTo(vm.hourly_rate ?? 0, 9);
    }
  });

  it('shows each account its own VMs', async () => {
    const sim = await setup();
    const [ada, ben] = sim.credentials;
    const own = vmList.parse((await sim.with(ben?.apiKeys.read_only ?? '').get('/vms')).body);
    const others = vmList.parse((await sim.with(ada.apiKeys.read_only).get('/vms')).body);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set([...own, ...others].map((vm) => vm.id)).size).toBe(own.length + others.length);
    expect((await sim.with(ben?.apiKeys.read_only ?? '').get(`/vms/${others[0]?.id}`)).status).toBe(
      404,
    );
  });

  it('leaves nothing null that must not be, and uses null where it may', async () => {
    const sim = await setup({ vms: 200 });
    const vms = await list(sim, '?limit=200');
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

  it('has nothing to list without VMs', async () => {
    const sim = await setup({ vms: 0 });
    expect(await list(sim)).toEqual([]);
  });

  it('pages by 50 unless asked otherwise', async () => {
    const sim = await setup({ vms: 120 });
    const pages = [await list(sim), await list(sim, '?offset=50'), await list(sim, '?offset=100')];
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(idsOf(pages.flat())).toEqual(idsOf(await list(sim, '?limit=120')));
    expect(await list(sim, '?offset=120')).toEqual([]);
    expect(idsOf(await list(sim, '?limit=7&offset=3'))).toEqual(idsOf(pages.flat()).slice(3, 10));
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=many',
    'limit=',
    'offset=-1',
    'offset=1.5',
    'limit=1&limit=2',
  ])('answers ?%s with 422', async (query) => {
    const sim = await setup();
    const reply = await sim.owner.get(`/vms?${query}`);
    expect(reply.status).toBe(422);
    documentedError.parse(reply.body);
  });

  it('clamps or rejects a limit above the greatest one', async () => {
    const sim = await setup({ vms: 60, maxLimit: 20 });
    expect(await list(sim, '?limit=60')).toHaveLength(20);
    expect(await list(sim)).toHaveLength(20);
    sim.control.setOptions({ overMaxLimit: 'reject' });
    expect((await sim.owner.get('/vms?limit=21')).status).toBe(422);
    expect((await sim.owner.get('/vms?limit=20')).status).toBe(200);
  });

  it('can be deaf to limit and offset', async () => {
    const sim = await setup({ vms: 60, ignoreOffset: true });
    expect(idsOf(await list(sim, '?offset=50'))).toEqual(idsOf(await list(sim)));
    sim.control.setOptions({ ignoreLimit: true });
    expect(await list(sim, '?limit=3')).toHaveLength(50);
  });

  it.each([
    ['items-total', z.strictObject({ items: vmList, total: z.literal(60) })],
    ['vms', z.strictObject({ vms: vmList })],
    ['data-count', z.strictObject({ data: vmList, count: z.literal(60) })],
    ['data-page-count', z.strictObject({ data: vmList, count: z.literal(10) })],
  ] as const)('answers in the shape %s', async (shape, schema) => {
    const sim = await setup({ vms: 60 });
    sim.control.setOptions({ vmList: shape });
    schema.parse((await sim.owner.get('/vms?offset=50')).body);
  });

  it('leaves out destroyed VMs when told to', async () => {
    const sim = await setup();
    const isDestroyed = (vm: { readonly status: string }) => vm.status === 'destroyed';
    expect((await list(sim)).filter(isDestroyed)).toHaveLength(1);
    sim.control.setOptions({ listDestroyed: false });
    expect((await list(sim)).filter(isDestroyed)).toHaveLength(0);
  });
});

describe('GET /vms/{vm_id}', () => {
  it('answers the record that the list has', async () => {
    const sim = await setup();
    const [first] = await list(sim);
    expect((await sim.owner.get(`/vms/${first?.id}`)).body).toEqual(first);
  });

  it('answers 404 to an unknown id and 422 to what is no id', async () => {
    const sim = await setup();
    const unknown = await sim.owner.get('/vms/00000000-0000-4000-8000-000000000000');
    expect(unknown.status).toBe(404);
    documentedError.parse(unknown.body);
    expect((await sim.owner.get('/vms/7')).status).toBe(422);
  });
});

describe('what is not there', () => {
  it.each(['/', '/nope', '/vms/', '/billing'])('answers %s with a documented 404', async (path) => {
    const sim = await setup();
    const reply = await sim.owner.get(path);
    expect([404, 422]).toContain(reply.status);
    documentedError.parse(reply.body);
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('599');
  });
});
