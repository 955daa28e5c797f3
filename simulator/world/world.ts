import type { SimulatorClock } from '../clock.ts';
import { type Account, createAccounts } from './accounts.ts';
import { buildVm, type VmOrder } from './build-vm.ts';
import { populate } from './fleet.ts';
import { nextPhase, settle } from './lifecycle.ts';
import { createNodes, type Node } from './nodes.ts';
import { firstPrices, type PriceList } from './prices.ts';
import type { NonEmpty } from './seeded.ts';
import type { Vm } from './vm.ts';

/** Everything that exists at the service, apart from its answers. */
export interface World {
  readonly seed: number;
  readonly clock: SimulatorClock;
  readonly accounts: NonEmpty<Account>;
  readonly nodes: NonEmpty<Node>;
  readonly prices: PriceList;
}

/** The second account has a few VMs only, so that a mix-up of accounts shows at once. */
const OTHERS_HAVE_AT_MOST = 3;

/** The same `seed` and the same start make the same fleet. @param vms of the first account */
export function createWorld(seed: number, vms: number, clock: SimulatorClock): World {
  const start = Math.floor(clock.now() / 1000) * 1000;
  const world: World = {
    seed,
    clock,
    accounts: createAccounts(seed, start),
    nodes: createNodes(seed),
    prices: firstPrices(),
  };
  for (const [index, account] of world.accounts.entries()) {
    populate(world, account, index === 0 ? vms : Math.min(vms, OTHERS_HAVE_AT_MOST), start);
  }
  return world;
}

/** Brings all VMs to the present and says when that is (ms of simulated time). Called before anything is read. */
export function present(world: World): number {
  const now = world.clock.now();
  for (const account of world.accounts) {
    for (const vm of account.vms) settle(vm, now);
  }
  return now;
}

/** Starts a VM for the account; it is in `creating` at first and the head of the list. */
export function rentVm(world: World, account: Account, order: VmOrder): Vm {
  const born = Math.floor(world.clock.now() / 1000) * 1000;
  const vm = buildVm(world.seed, account, world.prices, order, () => [
    { from: born, status: 'creating' },
  ]);
  vm.next = nextPhase(vm);
  account.vms.unshift(vm);
  return vm;
}
