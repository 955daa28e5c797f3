import type { Account } from './accounts.ts';
import type { Node } from './offers.ts';
import { gpuPrice, type Micros, type PriceList, storagePrice } from './prices.ts';
import type { LoadProfile } from './record.ts';
import { between, hash, uuid } from './seeded.ts';
import {
  currentPhase,
  type GpuCount,
  type Phase,
  type RentalType,
  type ReservationMonths,
  type Vm,
  type VmStatus,
} from './vm.ts';

/** The choices made when renting a VM. */
export interface VmOrder {
  readonly node: Node;
  readonly gpuCount: GpuCount;
  readonly storageGb: number;
  readonly rentalType: RentalType;
  readonly reservationMonths: ReservationMonths;
  readonly autoRestart: boolean | null;
  readonly label: string | null;
  readonly profile: LoadProfile;
}

/** One loopback address per VM, so that connecting to one never reaches another machine. */
function address(userId: number, index: number): string {
  return `127.${userId - 21}.${Math.floor(index / 250) % 256}.${1 + (index % 250)}`;
}

/** The account's next VM at current prices. The caller adds it to the account and sets `next`. */
export function buildVm(
  fleetSeed: number,
  account: Account,
  prices: PriceList,
  order: VmOrder,
  pastFrom: (vmSeed: number) => [Phase, ...Phase[]],
): Vm {
  const index = account.nextIndex;
  account.nextIndex += 1;
  const seed = hash(fleetSeed, account.userId, index);
  const { node, gpuCount } = order;
  const perGpu = gpuPrice(prices, node.gpuType, order.rentalType, order.reservationMonths);
  return {
    id: uuid(seed),
    vmid: account.userId * 100_000 + index,
    userId: account.userId,
    seed,
    node: node.id,
    label: order.label,
    gpuType: node.gpuType,
    gpuCount,
    storageGb: order.storageGb,
    ramGb: 64 * gpuCount,
    cpuCores: 12 * gpuCount,
    ip: address(account.userId, index),
    rentalType: order.rentalType,
    reservationId: order.rentalType === 'reserved' ? `res-${uuid(seed, 9).slice(0, 8)}` : null,
    autoRestart: order.autoRestart,
    gpuRate: perGpu * gpuCount,
    earlierRates: [],
    storageRate: storagePrice(order.storageGb),
    cpuModel: node.cpuModel,
    pcieGen: node.pcieGen,
    profile: order.profile,
    phases: pastFrom(seed),
    next: null,
    overlay: {},
    breakage: null,
    gone: false,
  };
}

// Transitions are not documented; these are plausible ones, in seconds of simulated time.

const HOUR = 3600;

type Course = Pick<Vm, 'seed' | 'rentalType' | 'autoRestart' | 'phases'>;

function step(vm: Course, min: number, max: number, status: VmStatus): Phase {
  const { from } = currentPhase(vm);
  return { from: from + between(min, max, vm.seed, vm.phases.length) * 1000, status };
}

/** The next automatic transition; null: none. */
export function nextPhase(vm: Course): Phase | null {
  const { status } = currentPhase(vm);
  switch (status) {
    case 'creating':
      return step(vm, 8, 20, 'running');
    case 'starting':
      return step(vm, 10, 25, 'running');
    case 'stopping':
      return step(vm, 6, 14, 'stopped');
    case 'running':
      return vm.rentalType === 'interruptible'
        ? step(vm, 3 * HOUR, 40 * HOUR, 'interrupted')
        : null;
    case 'interrupted':
      return vm.autoRestart === true ? step(vm, 300, 90 * 60, 'starting') : null;
    case 'stopped':
    case 'destroyed':
    case 'failed':
    case 'offline':
      return null;
  }
}

/** Applies the transitions due by `now`. */
export function settle(vm: Vm, now: number): void {
  while (vm.next !== null && vm.next.from <= now) {
    vm.phases.push(vm.next);
    vm.next = nextPhase(vm);
  }
}

/** Changes what the VM's GPUs cost from `now` on. */
export function reprice(vm: Vm, gpuRate: Micros, now: number): void {
  vm.earlierRates.push({ gpuRate: vm.gpuRate, until: Math.floor(now / 1000) * 1000 });
  vm.gpuRate = gpuRate;
}

/** Puts the VM into `status` at `now` and schedules what follows. */
export function enter(vm: Vm, status: VmStatus, now: number): void {
  settle(vm, now);
  const wholeSecond = Math.floor(now / 1000) * 1000;
  vm.phases.push({ from: Math.max(wholeSecond, currentPhase(vm).from), status });
  vm.next = nextPhase(vm);
}
