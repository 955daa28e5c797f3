import type { GpuType, RentalType, ReservationMonths } from './vm.ts';

/** Millionths of a dollar, always whole, so that sums are exact. */
export type Micros = number;

const MICROS_PER_DOLLAR = 1_000_000;

/** As sent over the wire: dollars with at most six decimals. */
export function dollars(micros: Micros): number {
  return micros / MICROS_PER_DOLLAR;
}

/** Rounds to the nearest millionth. @param amount dollars */
export function toMicros(amount: number): Micros {
  return Math.round(amount * MICROS_PER_DOLLAR);
}

/** The cost of a period is the difference of two such totals, so that the days of a month add up to the month. */
export function costOf(ratePerHour: Micros, seconds: number): Micros {
  return Math.floor((ratePerHour * seconds) / 3600);
}

export function cents(micros: Micros, round: 'up' | 'down'): string {
  const whole = round === 'up' ? Math.ceil(micros / 10_000) : Math.floor(micros / 10_000);
  return (whole / 100).toFixed(2);
}

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
