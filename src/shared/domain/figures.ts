// The panel's first screen does without this file.
import type { AccountState } from './account-state.ts';
import { isRateAtLeast, runningVms, shownRateOf, sumRates } from './totals.ts';

export interface Totals {
  readonly running: number;
  /** $/h; null when an account's rate is unknown, since a sum without it would be too low. */
  readonly ratePerHour: number | null;
  /** Something that is billed, too, is not in the rate. */
  readonly isAtLeast: boolean;
  /** $, the service's own totals; null likewise. */
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

type Figure = 'perHour' | 'perDay' | 'perMonth';

function known(states: readonly AccountState[], figure: Figure): readonly number[] {
  return states.flatMap(({ spend }) => spend.value?.[figure] ?? []);
}

/** $/h of the accounts with a known rate, a lower bound of the total; null when none is known. */
export function knownRateOf(states: readonly AccountState[]): number | null {
  return sumRates(known(states, 'perHour'));
}

/** @param states one per owner, from `countedOnce` */
export function totalsOf(states: readonly AccountState[]): Totals {
  function total(figure: Figure): number | null {
    const amounts = known(states, figure);
    return amounts.length < states.length ? null : sumRates(amounts);
  }
  return {
    running: runningVms(states),
    ratePerHour: shownRateOf(states),
    isAtLeast: isRateAtLeast(states),
    perDay: total('perDay'),
    perMonth: total('perMonth'),
  };
}
