import { type Micros, toMicros } from './money.ts';
import type { GpuType, RentalType, ReservationMonths } from './terms.ts';

/** On-demand price of one GPU for one hour. */
export type PriceList = Record<GpuType, Micros>;

/** Plausible prices, not anybody's. */
export function firstPrices(): PriceList {
  return { '5090': toMicros(0.69), '4090': toMicros(0.39), pro6000: toMicros(1.49) };
}

/** $0.10 per GB and month of 730 hours, as a price per GB and hour. */
const STORAGE_PER_GB_HOUR: Micros = 137;

const RESERVED_PERCENT: Record<ReservationMonths, number> = { 1: 90, 3: 85, 6: 80 };
const INTERRUPTIBLE_PERCENT = 60;

function percentOf(rental: RentalType, months: ReservationMonths): number {
  switch (rental) {
    case 'on_demand':
      return 100;
    case 'reserved':
      return RESERVED_PERCENT[months];
    case 'interruptible':
      return INTERRUPTIBLE_PERCENT;
  }
}

/** Price of one GPU for one hour. `months` counts only for a reservation. */
export function gpuPrice(
  prices: PriceList,
  type: GpuType,
  rental: RentalType,
  months: ReservationMonths = 1,
): Micros {
  return Math.round((prices[type] * percentOf(rental, months)) / 100);
}

/** Price of a disk for one hour. */
export function storagePrice(storageGb: number): Micros {
  return storageGb * STORAGE_PER_GB_HOUR;
}
