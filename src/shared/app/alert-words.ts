import { formatDuration, formatRate, printable } from '../format/index.ts';
import type { Alert } from './alert.ts';
import type { Preferences } from './preferences.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What goes on, wherever an open alert is shown; without its figure while amounts are hidden. */
export function alertWords(
  { rule, limit }: Pick<Alert, 'rule' | 'limit'>,
  { hideAmounts, currency }: Pick<Preferences, 'hideAmounts' | 'currency'>,
): string {
  switch (rule) {
    case 'hourlyRate':
      return hideAmounts
        ? 'Hourly rate above your limit'
        : `Above your limit of ${printable(formatRate(limit, currency))}`;
  }
}

/** Since when, as said after `alertWords`: `for 12 min`; null: it has just begun. @param now ms since the epoch */
export function alertLasts({ openedAt }: Pick<Alert, 'openedAt'>, now: number): string | null {
  const ms = now - openedAt;
  if (ms < MINUTE) return null;
  return ms < HOUR ? `for ${Math.floor(ms / MINUTE)} min` : `for ${formatDuration(ms)}`;
}
