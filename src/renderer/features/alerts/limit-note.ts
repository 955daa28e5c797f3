import type { Preferences } from '../../../shared/app/index.ts';
import { formatRate } from '../../../shared/format/index.ts';
import { messages } from './messages.ts';

/**
 * Says that a limit alerts as soon as it is set; null: it does not, as far as the rate is known.
 * @param rate of all accounts, $/h; null: unknown @param limit as typed, $/h; null: invalid
 */
export function immediateNote(
  rate: number | null,
  limit: number | null,
  { hideAmounts, currency }: Pick<Preferences, 'hideAmounts' | 'currency'>,
): string | null {
  if (rate === null || limit === null || rate <= limit) return null;
  return hideAmounts ? messages.aboveHidden : messages.above(formatRate(rate, currency));
}
