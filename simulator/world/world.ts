import type { SimulatorClock } from '../clock.ts';
import { type Account, createAccounts } from './accounts.ts';
import { populate, VMS } from './fleet.ts';
import type { FleetSource } from './fleet-source.ts';
import { buildVm, nextPhase, settle } from './lifecycle.ts';
import { createNodes } from './offers.ts';
import { firstPrices } from './prices.ts';
import type { NonEmpty } from './seeded.ts';
import type { Vm, VmOrder } from './vm.ts';

export interface World extends FleetSource {
  readonly clock: SimulatorClock;
  readonly accounts: NonEmpty<Account>;
}

/** Few VMs in the second account, so that mixing up accounts is obvious. */
const MAX_VMS_OF_OTHERS = 3;

/** A seed and a start always give the same fleet. @param vms of the first account */
export function createWorld(
  seed: number,
  vms: number,
  clock: SimulatorClock,
  machines = VMS,
): World {
  const start = Math.floor(clock.now() / 1000) * 1000;
  const world: World = {
    seed,
    clock,
    accounts: createAccounts(seed),
    nodes: createNodes(seed),
    prices: firstPrices(),
    machines,
  };
  for (const [index, account] of world.accounts.entries()) {
    populate(world, account, index === 0 ? vms : Math.min(vms, MAX_VMS_OF_OTHERS), start);
  }
  return world;
}

/** Applies all due transitions; call before reading VMs. Returns the simulated time, ms. */
export function present(world: World): number {
  const now = world.clock.now();
  for (const account of world.accounts) {
    for (const vm of account.vms) settle(vm, now);
  }
  return now;
}

/** Adds a VM in `creating` at the head of the account's list. */
export function rentVm(world: World, account: Account, order: VmOrder): Vm {
  const born = Math.floor(world.clock.now() / 1000) * 1000;
  const vm = buildVm(world, account, order, () => [{ from: born, status: 'creating' }]);
  vm.next = nextPhase(vm);
  account.vms.unshift(vm);
  return vm;
}
