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
