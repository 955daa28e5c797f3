import { formatAmount, typedAmount } from '../../../shared/format/index.ts';

export function thresholdText(limit: number): string {
  return formatAmount(limit).replaceAll(',', '');
}

/** Whether a typed limit would alert at once. @param figure the present amount; null: unknown */
export const isExceeded = (figure: number | null, typed: string): boolean =>
  figure !== null && figure > (typedAmount(typed) ?? Infinity);

export const alertsAtOnce = (figure: string) =>
  `You are at ${figure} now, so this alerts immediately.`;

/** Suggested while the rate is zero, $/h. */
const WITHOUT_RATE = 1;
const HEADROOM = 1.5;

/** One and a half times the current rate, rounded up to one significant digit, $/h. */
export function suggestThreshold(rate: number): number {
  if (!Number.isFinite(rate) || rate <= 0) return WITHOUT_RATE;
  const wanted = rate * HEADROOM;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return Number((Math.ceil(wanted / power) * power).toPrecision(2));
}
