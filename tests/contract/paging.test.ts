import { describe, expect, test } from 'vitest';
import type { Simulator, StartOptions } from '../../simulator/index.ts';
import { keyClient, simulate, vmIds, vmRecords, watch } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';

const MINUTE = 60_000;

/** A simulator without a practical read limit. */
const service = (options: StartOptions) => simulate({ readsPerMinute: 1_000_000, ...options });

async function list(sim: Simulator) {
  const listing = await keyClient(sim).listVms();
  return { ...listing, ids: listing.items.map((vm) => vm.id) };
}

const pages = ({ control }: Simulator) =>
  control.state().requests.log.filter(({ path }) => path === '/vms');

describe('lists all VMs once, in the order of the service', () => {
  test('two thousand in pages of fifty', async () => {
    const sim = await service({ vms: 2_000, maxLimit: 50 });
    expect((await list(sim)).ids).toEqual(vmIds(sim));
    expect(pages(sim).length).toBeLessThan(50);
  });
});

describe('a list that changes between pages', () => {
  /** 230 VMs in pages of fifty; `change` runs before each page after the first. */
  async function changing(change: (sim: Simulator) => void) {
    const sim = await service({ vms: 230, maxLimit: 50 });
    const before = vmIds(sim);
    let page = 0;
    sim.control.addFault({ path: '/vms', after: 1, fault: { kind: 'none' } }, () => {
      page += 1;
      if (page <= 4) change(sim);
    });
    const listing = await list(sim);
    const after = new Set(vmIds(sim));
    return { listing, stayed: before.filter((id) => after.has(id)) };
  }

  /** Deletes the VMs at these positions; the following ones move up. */
  function lose({ control }: Simulator, ...places: readonly number[]): void {
    const ids = control.vms().map((vm) => vm.id);
    for (const place of places) {
      const id = ids.at(place);
      if (id !== undefined) control.destroyVm(id, 'gone');
    }
  }

  // pages-moving.test.ts has all changes of a list.
  test('one is created and two are deleted before each page: the others are listed once', async () => {
    const { listing, stayed } = await changing((sim) => {
      sim.control.createVm();
      lose(sim, 3, 30);
    });
    expect(new Set(listing.ids).size).toBe(listing.ids.length);
    expect(stayed.length).toBeGreaterThan(200);
    expect(listing.ids).toEqual(expect.arrayContaining(stayed));
    expect(listing.isComplete).toBe(true);
  });

  test('a service that drops destroyed VMs from the list: the others are listed', async () => {
    const sim = await service({ vms: 180, maxLimit: 50, listDestroyed: false });
    const shown = () => sim.control.vms().filter((vm) => vm.status !== 'destroyed');
    sim.control.addFault({ path: '/vms', after: 1, fault: { kind: 'none' } }, () => {
      const running = shown().find((vm) => vm.status === 'running');
      if (running) sim.control.destroyVm(running.id);
    });
    const listing = await list(sim);
    expect(listing.ids).toEqual(expect.arrayContaining(shown().map((vm) => vm.id)));
  });
});

test('a failing third page keeps the last complete list', async () => {
  const time = createSharedTime();
  const sim = await simulate({ vms: 180, maxLimit: 50 }, time.simulatorClock);
  const account = watch(keyClient(sim, { clock: time.clock, fetch: time.fetch }), time.clock);
  await time.pass(0);
  const records = vmRecords(account.state());
  expect(records?.map((vm) => vm.id)).toEqual(vmIds(sim));
  const [receivedAt] = account.received();

  const created = sim.control.createVm();
  const fault = { kind: 'status', status: 500 } as const;
  const placed = sim.control.addFault({ path: '/vms', after: 2, fault });
  await time.pass(MINUTE);
  expect(placed.hits()).toBeGreaterThan(0);
  expect(vmRecords(account.state())).toEqual(records);
  expect(account.problems()).toEqual(['server', null]);
  expect(account.status()).toBe('outOfDate');
  expect(account.received()[0]).toBe(receivedAt);
  expect(account.events).toEqual([]);

  placed.clear();
  await time.pass(6 * MINUTE);
  expect(account.status()).toBe('live');
  expect(account.state().vms.value?.vms.map((vm) => vm.id)).toEqual(vmIds(sim));
  expect(account.events).toContainEqual({
    kind: 'appeared',
    vm: expect.objectContaining({ id: created.id }),
  });
});
