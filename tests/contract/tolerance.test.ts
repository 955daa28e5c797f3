import { describe, expect, test } from 'vitest';
import { readAccount } from '../../src/core/monitor/index.ts';
import { type GpuOffer, perGpuHour } from '../../src/shared/offers/gpu-offer.ts';
import { keyClient, simulate, vmIds, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;

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
});

describe('a VM missing from the list', () => {
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
});

/** The lowest price of one GPU, by type. */
function lowest(offers: readonly GpuOffer[]): Record<string, number> {
  const prices: Record<string, number> = {};
  for (const offer of offers) {
    const price = perGpuHour(offer) ?? 0;
    const type = offer.gpuText;
    prices[type] = Math.min(prices[type] ?? price, Math.round(price * 1e6) / 1e6);
  }
  return prices;
}

test('offers and prices are recognized in the form of the simulator', async () => {
  const client = keyClient(await simulate());
  const wish = { gpus: [], minGpus: null, isInterruptible: false, diskGb: 100 };
  const read = async (withListPrices: boolean) =>
    (await client.offers?.({ ...wish, withListPrices })) ?? expect.fail();
  const search = await read(false);
  const all = await read(true);
  const interruptible = { '5090': 0.414, '4090': 0.234, pro6000: 0.894 };
  expect([lowest(search.offers), lowest(all.offers)]).toEqual([interruptible, interruptible]);
  expect(new Set(search.offers.map(({ where }) => where)).size).toBe(24);
  expect(new Set(search.offers.map(({ terms }) => terms)).size).toBe(2);
  expect(all.offers.length).toBeGreaterThan(search.offers.length);
  expect([search.skipped, all.skipped]).toEqual([0, 0]);
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
