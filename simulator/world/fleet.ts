import type { Account } from './accounts.ts';
import { ratesIn } from './billing.ts';
import { buildVm } from './build-vm.ts';
import { bringUp, fateOf, pastOf, rentalOf } from './history.ts';
import { nameOf } from './labels.ts';
import { toMicros } from './money.ts';
import type { Node } from './nodes.ts';
import type { PriceList } from './prices.ts';
import { fillPurse } from './purse.ts';
import { hash, type NonEmpty, pick } from './seeded.ts';
import { GPU_COUNTS, RESERVATION_MONTHS } from './terms.ts';
import { currentPhase, type Vm } from './vm.ts';

const DISKS: NonEmpty<number> = [50, 100, 200, 500, 1000];
/** So that a demo shows an interruption while somebody is watching. */
const FIRST_INTERRUPTION_MS = 180_000;

/** What the fleet is made from. */
export interface Ground {
  readonly seed: number;
  readonly nodes: NonEmpty<Node>;
  readonly prices: PriceList;
}

function seededVm(ground: Ground, account: Account, start: number): Vm {
  const index = account.nextIndex;
  const chance = hash(ground.seed, account.userId, index, 41);
  const fate = fateOf(hash(ground.seed, account.userId), index);
  const order = {
    node: pick(ground.nodes, chance, 1),
    gpuCount: hash(chance, 2) % 2 === 0 ? 1 : pick(GPU_COUNTS, chance, 3),
    storageGb: pick(DISKS, chance, 4),
    reservationMonths: pick(RESERVATION_MONTHS, chance, 5),
    ...rentalOf(fate),
    ...nameOf(hash(ground.seed, account.userId), index),
  } as const;
  const vm = buildVm(ground.seed, account, ground.prices, order, (seed) =>
    pastOf(fate, seed, start),
  );
  bringUp(vm, fate, start);
  return vm;
}

/** Gives the account `count` VMs with a past, and enough money for at least two days of them. */
export function populate(ground: Ground, account: Account, count: number, start: number): void {
  const vms = Array.from({ length: count }, () => seededVm(ground, account, start));
  const spot = vms.find((vm) => vm.rentalType === 'interruptible' && vm.next !== null);
  if (spot) spot.next = { from: start + FIRST_INTERRUPTION_MS, status: 'interrupted' };
  vms.sort((a, b) => b.phases[0].from - a.phases[0].from || b.vmid - a.vmid);
  account.vms.push(...vms);
  const perHour = vms.reduce((sum, vm) => {
    const rates = ratesIn(vm, currentPhase(vm).status);
    return sum + rates.gpu + rates.storage;
  }, 0);
  account.purse = fillPurse(Math.max(toMicros(250), 48 * perHour), vms, start);
}
