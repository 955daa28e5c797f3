import { type Micros, toMicros } from './money.ts';
import type { GpuType, RentalType, ReservationMonths } from './vm.ts';

/** On-demand price per GPU hour. */
export type PriceList = Record<GpuType, Micros>;

export function firstPrices(): PriceList {
  return { '5090': toMicros(0.69), '4090': toMicros(0.39), pro6000: toMicros(1.49) };
}

/** $0.10 per GB and month of 730 hours. */
const STORAGE_PER_GB_HOUR: Micros = 137;

const RESERVED_PERCENT: Record<ReservationMonths, number> = { 1: 90, 3: 85, 6: 80 };
const PERCENT = { on_demand: 100, interruptible: 60 };

/** Price of one GPU for one hour. `months` applies to reservations only. */
export function gpuPrice(
  prices: PriceList,
  type: GpuType,
  rental: RentalType,
  months: ReservationMonths = 1,
): Micros {
  const percent = rental === 'reserved' ? RESERVED_PERCENT[months] : PERCENT[rental];
  return Math.round((prices[type] * percent) / 100);
}

export function storagePrice(storageGb: number): Micros {
  return storageGb * STORAGE_PER_GB_HOUR;
}
