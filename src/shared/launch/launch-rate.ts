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

/** $/h by a record that is higher than confirmed; null: it is not, or unknown. Where the price is without the disk, so is the rate. */
export function dearerRate(
  vm: Pick<Vm, 'rates'>,
  { price }: Pick<GpuOffer, 'price'>,
  confirmed: number | null,
): number | null {
  const ofGpus = price.diskGb === null ? (vm.rates.gpuPerHour ?? null) : null;
  const perHour = ofGpus ?? launchedRate(vm);
  // More than rounding: providers round to cents, and count a month as 720 or 730 hours.
  if (perHour === null || confirmed === null) return null;
  return perHour > confirmed * 1.005 + 0.001 ? perHour : null;
}
