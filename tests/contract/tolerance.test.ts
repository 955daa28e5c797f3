import { describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { readAccount } from '../../src/core/monitor/index.ts';
import { createHttp, readOffers } from '../../src/core/providers/index.ts';
import { gpusOf } from '../../src/shared/domain/offer.ts';
import type { Offer } from '../../src/shared/domain/offer-schemas.ts';
import type { Vm } from '../../src/shared/domain/vm.ts';
import { baseUrlOf, keyClient, network, simulate, vmIds, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;

async function listed(sim: Simulator, id: string): Promise<Vm> {
  const vm = (await keyClient(sim).listVms()).items.find((each) => each.id === id);
  if (!vm) throw new Error(`${id} is not in the list`);
  return vm;
}

/** A polled account with eight running VMs. */
async function watched() {
  const time = createSharedTime();
  const sim = await simulate({ vms: 0 }, time.simulatorClock);
  for (let count = 0; count < 8; count += 1) sim.control.createVm({ status: 'running' });
  const account = watch(keyClient(sim, { clock: time.clock, fetch: time.fetch }), time.clock);
  await time.pass(0);
  const ids = () => account.state().vms.value?.vms.map((vm) => vm.id);
  return { time, sim, account, ids };
}

describe('an unexpected VM record', () => {
  test.each(['missing-id', 'wrong-types', 'not-an-object', 'null'] as const)(
    '%s: is skipped and counted',
    async (how) => {
      const sim = await simulate({ vms: 60, maxLimit: 50 });
      const all = vmIds(sim);
      const broken = [all[0], all[7], all[49], all[59]];
      for (const id of broken) sim.control.breakVm(id ?? '', how);
      const { items, skipped } = await keyClient(sim).listVms();
      expect(skipped).toBe(4);
      expect(items.map((vm) => vm.id)).toEqual(all.filter((id) => !broken.includes(id)));
    },
  );

  test('a list of broken records only is neither an error nor an empty list', async () => {
    const { time, sim, account } = await watched();
    const all = vmIds(sim);
    for (const id of all) sim.control.breakVm(id, 'wrong-types');
    await time.pass(10 * MINUTE);
    expect(account.state().vms.value?.skipped).toBe(8);
    // Known VMs are requested one by one; a broken record does not make them gone.
    const { vms = [] } = account.state().vms.value ?? {};
    expect(vms.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
    expect(new Set(vms.map(({ phase }) => phase))).toEqual(new Set(['unconfirmed']));
    expect(account.events).toEqual([]);
  });

  test('keeps an unknown status', async () => {
    const sim = await simulate({ vms: 3 });
    const [id = ''] = vmIds(sim);
    for (const status of ['hibernating', 'RUNNING', '⚠']) {
      sim.control.setVm(id, { status });
      expect((await listed(sim, id)).status).toBe(status);
    }
  });

  test('a number that is null, missing or of another type is unknown, never zero', async () => {
    const sim = await simulate({ vms: 3 });
    const [id = ''] = vmIds(sim);
    for (const value of [null, undefined, 'a lot', {}, -1]) {
      const figures = { hourly_rate: value, cpu_percent: value, gpu_count: value, ram_gb: value };
      sim.control.setVm(id, figures);
      expect(await listed(sim, id)).toMatchObject({
        rates: { running: null },
        cpuPercent: null,
        gpuCount: null,
        ramGb: null,
      });
    }
    sim.control.restoreVm(id);
    expect((await listed(sim, id)).gpuCount).toBeGreaterThan(0);
  });

  test('accepts new fields and GPU types', async () => {
    const sim = await simulate({ vms: 3 });
    const [id = ''] = vmIds(sim);
    sim.control.setVm(id, { gpu_type: 6090, rental_type: 'auction', region: { name: 'eu' } });
    expect(await listed(sim, id)).toMatchObject({ gpuType: '6090', facts: { Rental: 'auction' } });
  });

  test('keeps hostile text unchanged', async () => {
    const sim = await simulate({ vms: 3 });
    const [id = ''] = vmIds(sim);
    const label = '\u001b[31mred\nProxyCommand evil \u202egnp.exe';
    sim.control.setVm(id, { instance_label: label, ip_address: '-oProxyCommand=x' });
    expect(await listed(sim, id)).toMatchObject({ label, ipAddress: '-oProxyCommand=x' });
  });

  test('skips an id that would change the request path', async () => {
    const sim = await simulate({ vms: 3 });
    const [id = ''] = vmIds(sim);
    for (const hostile of ['../billing/usage', '..', 'a/b', 'x?y', '', 17]) {
      sim.control.setVm(id, { id: hostile });
      const { items, skipped } = await keyClient(sim).listVms();
      expect([items.length, skipped]).toEqual([2, 1]);
    }
  });
});

describe('spend', () => {
  test('a number that is missing, null or of another type is unknown; the others stay', async () => {
    const sim = await simulate({ vms: 5 });
    const right = await keyClient(sim).currentSpend();
    for (const value of [null, undefined, '12.50', -3, []]) {
      sim.control.setSpend({ total_per_hour: value, hourly_rate: value, running_vms: value });
      const spend = await keyClient(sim).currentSpend();
      expect(spend).toEqual({ ...right, perHour: null, runningVms: null });
    }
  });

  test('keeps the totals when a VM entry is broken', async () => {
    const sim = await simulate({ vms: 5 });
    const right = await keyClient(sim).currentSpend();
    sim.control.setSpend({ vms: [null, 17, { vm_id: 'x', total_cost_per_hour: 'much' }] });
    const spend = await keyClient(sim).currentSpend();
    expect(spend.perHour).toBe(right.perHour);
    expect(spend.vms).toMatchObject([{ vmId: 'x', totalPerHour: null }]);
  });
});

describe('a VM missing from the list', () => {
  test('is requested by id and stays while the service knows it', async () => {
    const { time, sim, account, ids } = await watched();
    const all = vmIds(sim);
    const missing = all[2] ?? '';
    const body = sim.control.vms().filter((vm) => vm.id !== missing);
    sim.control.addFault({ path: '/vms', times: 1, fault: { kind: 'json', body } });
    await time.pass(30_000);
    expect(sim.control.state().requests.counts['GET /vms/:vm_id']).toBe(1);
    expect(ids()).toContain(missing);
    expect(account.events).toEqual([]);
    await time.pass(MINUTE);
    expect(ids()).toEqual(all);
    expect(account.events).toEqual([]);
  });

  test('is unconfirmed while that request fails', async () => {
    const { time, sim, account, ids } = await watched();
    const missing = vmIds(sim)[2] ?? '';
    sim.control.destroyVm(missing, 'gone');
    const path = `/vms/${missing}`;
    const fault = sim.control.addFault({ path, fault: { kind: 'status', status: 500 } });
    await time.pass(2 * MINUTE);
    expect(fault.hits()).toBeGreaterThan(1);
    expect(account.state().vms.value?.vms.at(-1)).toMatchObject({
      id: missing,
      phase: 'unconfirmed',
    });
    expect(account.events).toEqual([]);
    fault.clear();
    await time.pass(MINUTE);
    expect(ids()).toEqual(vmIds(sim));
    expect(account.events).toMatchObject([{ kind: 'gone', vm: { id: missing } }]);
  });

  test('is reported as gone once when the service does not know it', async () => {
    const { time, sim, account, ids } = await watched();
    const missing = vmIds(sim)[2] ?? '';
    sim.control.destroyVm(missing, 'gone');
    await time.pass(5 * MINUTE);
    expect(ids()).toEqual(vmIds(sim));
    expect(account.events).toMatchObject([{ kind: 'gone', vm: { id: missing } }]);
    expect(sim.control.state().requests.counts['GET /vms/:vm_id']).toBe(1);
  });
});

/** The lowest price of one GPU, by type. */
function lowest(offers: readonly Offer[]): Record<string, number> {
  const prices: Record<string, number> = {};
  for (const { gpuType, gpuCount, pricePerHour } of offers) {
    const price = (pricePerHour ?? 0) / (gpuCount ?? 1);
    const type = gpuType ?? 'unknown';
    prices[type] = Math.min(prices[type] ?? price, Math.round(price * 1e6) / 1e6);
  }
  return prices;
}

describe('offers and prices', () => {
  test('are recognized in the form of the simulator', async () => {
    const http = createHttp(baseUrlOf(await simulate()), network({}));
    const search = await readOffers(http, 'offers');
    const pricing = await readOffers(http, 'prices');
    const interruptible = { '5090': 0.414, '4090': 0.234, pro6000: 0.894 };
    expect(lowest(search.offers)).toEqual(interruptible);
    expect(lowest(pricing.offers)).toEqual(interruptible);
    expect(new Set(search.offers.map(({ node }) => node)).size).toBe(24);
    expect(search.offers.map(gpusOf)).not.toContain(null);
    expect(new Set(search.offers.map(({ rentalType }) => rentalType)).size).toBe(2);
    expect([search.skipped, pricing.skipped]).toEqual([0, 0]);
  });

  test('are requested without a credential', async () => {
    const sim = await simulate();
    await readOffers(createHttp(baseUrlOf(sim), network({})), 'offers');
    const [request] = sim.control.state().requests.log;
    expect(request).toMatchObject({ path: '/search', status: 200, hasAuthorization: false });
  });
});

/** VMs and spend of a simulated fleet. */
async function fleet(options: Parameters<typeof simulate>[0]) {
  const simulator = await simulate(options);
  const state = await readAccount(keyClient(simulator), new AbortController().signal);
  const { vms, spend } = { vms: state.vms.value, spend: state.spend.value };
  if (vms === null || spend === null) throw new Error('no response');
  return { vms: vms.vms, spend };
}

const cents = (amount: number) => Math.round(amount * 100);

describe('the billed rate of each VM', () => {
  test.each([
    ['the demo fleet', { vms: 12 }],
    ['another fleet', { vms: 60, seed: 7 }],
    ['several pages', { vms: 700, seed: 3 }],
  ])('adds up to the total: %s', async (_, options) => {
    const { vms, spend } = await fleet(options);
    const billed = vms.map((vm) => vm.billed.perHour ?? 0);
    expect(cents(billed.reduce((sum, amount) => sum + amount, 0))).toBe(cents(spend.perHour ?? 0));
  });

  test('is the disk of a stopped VM, and unknown for a VM that the spend omits', async () => {
    const { vms, spend } = await fleet({ vms: 60, seed: 7 });
    const stopped = vms.filter(({ phase }) => phase === 'stopped');
    expect(stopped.length).toBeGreaterThan(0);
    for (const vm of stopped) {
      const { running, storagePerHour } = vm.rates;
      expect(vm.billed.perHour).toBe(storagePerHour);
      expect(running?.perHour).toBeGreaterThan(storagePerHour ?? 0);
    }
    const billed = new Set(spend.vms.map(({ vmId }) => vmId));
    const omitted = vms.filter(({ id }) => !billed.has(id));
    expect(omitted.some(({ rates }) => rates.running !== null)).toBe(true);
    for (const vm of omitted) expect(vm.billed.perHour).toBeNull();
  });
});
