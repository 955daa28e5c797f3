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
  const COUNTS = [0, 1, 49, 50, 51, 100, 500, 501];

  test.each(COUNTS)('%i VMs', async (vms) => {
    const sim = await service({ vms });
    const listing = await list(sim);
    expect(listing.ids).toEqual(vmIds(sim));
    expect(listing.ids).toHaveLength(vms);
    expect(listing).toMatchObject({ skipped: 0, isComplete: true });
  });

  test('with a limit above the maximum', async () => {
    for (const maxLimit of [50, 100, 499]) {
      for (const vms of [50, 51, 500]) {
        const sim = await service({ vms, maxLimit });
        expect((await list(sim)).ids, `${vms} in pages of ${maxLimit}`).toEqual(vmIds(sim));
      }
    }
  });

  test('two thousand in pages of fifty', async () => {
    const sim = await service({ vms: 2_000, maxLimit: 50 });
    expect((await list(sim)).ids).toEqual(vmIds(sim));
    expect(pages(sim).length).toBeLessThan(50);
  });
});

describe('a list that changes between pages', () => {
  /** 230 VMs in pages of fifty; `change` runs before each page after the first. */
  async function changing(change: (sim: Simulator, page: number) => void) {
    const sim = await service({ vms: 230, maxLimit: 50 });
    const before = vmIds(sim);
    let page = 0;
    sim.control.addFault({ path: '/vms', after: 1, fault: { kind: 'none' } }, () => {
      page += 1;
      if (page <= 4) change(sim, page);
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

  const CHANGES: readonly (readonly [string, (sim: Simulator, page: number) => void])[] = [
    ['one is created', ({ control }) => void control.createVm()],
    [
      'three are created',
      ({ control }) => {
        for (let count = 0; count < 3; count += 1) control.createVm();
      },
    ],
    ['the newest is deleted', (sim) => lose(sim, 0)],
    ['one of a previous page is deleted', (sim) => lose(sim, 20)],
    ['the last of the page is deleted', (sim, page) => lose(sim, 49 * page)],
    ['the first of the next page is deleted', (sim, page) => lose(sim, 49 * page + 1)],
    ['five are deleted', (sim) => lose(sim, 0, 1, 2, 3, 4)],
    ['the oldest is deleted', (sim) => lose(sim, -1)],
    [
      'one is created and two are deleted',
      (sim) => {
        sim.control.createVm();
        lose(sim, 3, 30);
      },
    ],
  ];

  test.each(CHANGES)('%s before each page: the others are listed once', async (_name, change) => {
    const { listing, stayed } = await changing(change);
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

describe('a failing page', () => {
  test.each([
    ['500', { kind: 'status', status: 500 }, 'server'],
    ['a truncated body', { kind: 'cut-body' }, 'network'],
    ['a web page', { kind: 'html' }, 'notTheService'],
    ['another object', { kind: 'json', body: { hello: 'world' } }, 'incompatible'],
  ] as const)('the third, with %s: keeps the last complete list', async (_name, fault, kind) => {
    const time = createSharedTime();
    const sim = await simulate({ vms: 180, maxLimit: 50 }, time.simulatorClock);
    const account = watch(keyClient(sim, { clock: time.clock, fetch: time.fetch }), time.clock);
    await time.pass(0);
    const records = vmRecords(account.state());
    expect(records?.map((vm) => vm.id)).toEqual(vmIds(sim));
    const [receivedAt] = account.received();

    const created = sim.control.createVm();
    const placed = sim.control.addFault({ path: '/vms', after: 2, fault });
    await time.pass(MINUTE);
    expect(placed.hits()).toBeGreaterThan(0);
    expect(vmRecords(account.state())).toEqual(records);
    expect(account.problems()).toEqual([kind, null]);
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
});
