import { MAX_LIMIT } from '../../../shared/alerts/alert-rules.ts';
import { formatAmount } from '../../../shared/format/index.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import { messages } from './messages.ts';

/** `3`, `1250.00`. */
const PLAIN = /^\d+(\.\d+)?$/;
/** The form of `formatAmount`, `1,250.00`, or without cents. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** `3,50`: a comma that cannot separate thousands is a decimal comma. */
const DECIMAL_COMMA = /^(\d+,\d{1,2}|0,\d+)$/;

/** An amount, typed or from the panel; null: invalid or ambiguous. */
export function parseThreshold(text: string): number | null {
  const figure = text.trim();
  if (PLAIN.test(figure)) return Number(figure);
  if (GROUPED.test(figure)) return Number(figure.replaceAll(',', ''));
  return DECIMAL_COMMA.test(figure) ? Number(figure.replace(',', '.')) : null;
}

/** The error message; null: valid. @param invalid for a text that is no number */
export function checkThreshold(
  text: string,
  invalid: string = messages.notAnAmount,
): string | null {
  const limit = parseThreshold(text);
  if (limit !== null) return limit <= MAX_LIMIT ? null : messages.tooHigh;
  return /^[\d.,]*[.,][\d.,]*\d$/.test(text.trim()) ? messages.ambiguousAmount : invalid;
}

export function thresholdText(limit: number): string {
  return formatAmount(limit).replaceAll(',', '');
}

/** Warns that a limit alerts at once when it is set; null: no alert yet. @param rate or another amount @param shown the amount's text */
export function immediateNote(
  rate: number | null,
  limit: number | null,
  { hideAmounts }: Pick<Preferences, 'hideAmounts'>,
  shown: string,
): string | null {
  if (rate === null || limit === null || rate <= limit) return null;
  return hideAmounts ? messages.aboveHidden : messages.above(shown);
}

/** Suggested while the rate is zero, $/h. */
const WITHOUT_RATE = 1;
const HEADROOM = 1.5;
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** One and a half times the current rate, rounded up to a round figure, $/h. */
export function suggestThreshold(rate: number): number {
  if (!Number.isFinite(rate) || rate <= 0) return WITHOUT_RATE;
  const wanted = rate * HEADROOM;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = ROUND.find((round) => round * power >= wanted * 0.999) ?? 10;
  return Number((step * power).toPrecision(2));
}
