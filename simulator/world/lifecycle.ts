import type { SimulatorClock } from '../clock.ts';
import { type Account, FIRST_USER } from './accounts.ts';
import { CHARGED } from './billing.ts';
import type { Micros } from './money.ts';
import { gpuPrice, type PriceList, storagePrice } from './prices.ts';
import { between, hash, type NonEmpty } from './seeded.ts';
import {
  type Charged,
  currentPhase,
  type Node,
  type Phase,
  type Vm,
  type VmOrder,
  type VmStatus,
} from './vm.ts';

/** The VMs of a provider. */
export interface Machines {
  readonly idOf: (seed: number) => string;
  /** The second number of their addresses, for the first account. */
  readonly network: number;
  /** With spaces between them, each with the load that its place has in the world's names. */
  readonly names: string;
  /** Where its charges differ. */
  readonly charged?: Partial<Charged>;
}

export interface World {
  readonly seed: number;
  readonly clock: SimulatorClock;
  readonly accounts: readonly [Account, Account];
  readonly nodes: NonEmpty<Node>;
  readonly prices: PriceList;
  readonly machines: Machines;
}

/** One loopback address per VM, so that connecting to one never reaches another machine. */
function address(network: number, userId: number, index: number): string {
  const own = network + userId - FIRST_USER;
  return `127.${own}.${Math.floor(index / 250) % 256}.${1 + (index % 250)}`;
}

/** The account's next VM at current prices, which the caller adds to the account. */
export function buildVm(
  { seed: fleetSeed, prices, machines }: World,
  account: Account,
  order: VmOrder,
  pastFrom: (vmSeed: number) => [Phase, ...Phase[]],
): Vm {
  const index = account.vms.length;
  const seed = hash(fleetSeed, account.userId, index);
  const { node, gpuCount, rentalType, reservationMonths, storageGb } = order;
  const perGpu = gpuPrice(prices, node.gpuType, rentalType, reservationMonths);
  const charged = { ...CHARGED, ...machines.charged };
  return {
    id: machines.idOf(seed),
    vmid: account.userId * 100_000 + index,
    userId: account.userId,
    seed,
    ip: address(machines.network, account.userId, index),
    order,
    rates: { gpu: perGpu * gpuCount, storage: storagePrice(storageGb), charged, earlier: [] },
    phases: pastFrom(seed),
    overlay: {},
    gone: false,
  };
}

// Transitions are not documented; these are plausible ones, in seconds of simulated time.

const HOUR = 3600;

function step(vm: Vm, min: number, max: number, status: VmStatus): Phase {
  const { from } = currentPhase(vm);
  return { from: from + between(min, max, vm.seed, vm.phases.length) * 1000, status };
}

/** The next automatic transition; null: none. */
export function nextPhase(vm: Vm): Phase | null {
  const { status } = currentPhase(vm);
  switch (status) {
    case 'creating':
      return step(vm, 8, 20, 'running');
    case 'starting':
      return step(vm, 10, 25, 'running');
    case 'stopping':
      return step(vm, 6, 14, 'stopped');
    case 'running':
      return vm.order.rentalType === 'interruptible'
        ? step(vm, 3 * HOUR, 40 * HOUR, 'interrupted')
        : null;
    case 'interrupted':
      return vm.order.autoRestart === true ? step(vm, 300, 90 * 60, 'starting') : null;
    default:
      return null;
  }
}

/** Applies the transitions due by `now`. */
export function settle(vm: Vm, now: number): void {
  for (let next = nextPhase(vm); next !== null && next.from <= now; next = nextPhase(vm))
    vm.phases.push(next);
}

export function reprice({ rates }: Vm, gpu: Micros, now: number): void {
  rates.earlier.push({ gpu: rates.gpu, until: Math.floor(now / 1000) * 1000 });
  rates.gpu = gpu;
}

/** Puts the VM into `status` at `now`. */
export function enter(vm: Vm, status: VmStatus, now: number): void {
  settle(vm, now);
  const wholeSecond = Math.floor(now / 1000) * 1000;
  vm.phases.push({ from: Math.max(wholeSecond, currentPhase(vm).from), status });
}
