import type { Vm } from '../domain/vm.ts';
import type { GpuOffer } from '../offers/gpu-offer.ts';

/** $/h of the machine by its offer, with the bid in place of the least bid; null: unknown. */
export function confirmedRate({ price }: Pick<GpuOffer, 'price'>, bid: number | null) {
  const { perHour, minBid = null } = price;
  if (bid === null) return perHour;
  // A bid is without the disk.
  return perHour === null || minBid === null ? bid : bid + Math.max(perHour - minBid, 0);
}

/** $/h while the VM runs; null: not on its record. */
export const launchedRate = ({ rates }: Pick<Vm, 'rates'>): number | null =>
  (rates.running ?? rates.now)?.perHour ?? null;
