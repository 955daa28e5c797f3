import type { Account } from './accounts.ts';
import type { LoadProfile } from './load.ts';
import type { Node } from './nodes.ts';
import { gpuPrice, type PriceList, storagePrice } from './prices.ts';
import { hash, uuid } from './seeded.ts';
import type { GpuCount, RentalType, ReservationMonths } from './terms.ts';
import type { Phase, Vm } from './vm.ts';

/** What somebody who rents a VM decides. */
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

/** One address per VM, all of them loopback, so that nobody who connects to one ever reaches another machine. */
function address(userId: number, index: number): string {
  return `127.${userId - 21}.${Math.floor(index / 250) % 256}.${1 + (index % 250)}`;
}

/** The next VM of the account, with the prices of the moment; the caller adds it to a list and settles its future. */
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
