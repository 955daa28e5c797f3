import { MAX_LIMIT } from '../../../shared/alerts/alert-rules.ts';
import { formatAmount, typedAmount } from '../../../shared/format/index.ts';

/** The error message; null: valid. @param invalid for a text that is no number */
export function checkThreshold(
  text: string,
  invalid: string = 'Enter an amount per hour, such as 3.00.',
): string | null {
  const limit = typedAmount(text);
  if (limit === null) return invalid;
  return limit <= MAX_LIMIT ? null : 'Enter at most 1,000,000.';
}

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
