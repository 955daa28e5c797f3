/** Millionths of a dollar, always whole: sums of them are exact, which sums of dollars as floating point are not. */
export type Micros = number;

const MICROS_PER_DOLLAR = 1_000_000;

/** As it goes over the wire: a number of dollars with at most six decimals. */
export function dollars(micros: Micros): number {
  return micros / MICROS_PER_DOLLAR;
}

/** @param amount dollars, rounded to the nearest millionth */
export function toMicros(amount: number): Micros {
  return Math.round(amount * MICROS_PER_DOLLAR);
}

/**
 * What `seconds` at `ratePerHour` cost. Costs of a period are always differences of two of these totals, never rounded
 * by themselves, so that the days of a month add up to the month.
 */
export function costOf(ratePerHour: Micros, seconds: number): Micros {
  return Math.floor((ratePerHour * seconds) / 3600);
}

/** Two decimals; `round` decides to whose favour. */
export function cents(micros: Micros, round: 'up' | 'down'): string {
  const whole = round === 'up' ? Math.ceil(micros / 10_000) : Math.floor(micros / 10_000);
  return (whole / 100).toFixed(2);
}
