import type { AccountState } from './account-state.ts';
import { vmPhase } from './vm.ts';

/** All accounts together. */
export interface Totals {
  readonly running: number;
  /** $/h, or null as soon as one account's rate is unknown: a sum without it would look like less than it is. */
  readonly ratePerHour: number | null;
}

/** Counted from the VMs where they can be seen, else as the spend says. */
function runningVms(state: AccountState): number {
  const vms = state.vms.value?.vms;
  if (vms) return vms.filter((vm) => vmPhase(vm.status) === 'running').length;
  return state.spend.value?.runningVms ?? 0;
}

/** Sums whole millionths, so that 0.1 + 0.2 is 0.3. Null where there is nothing to sum. */
function sum(rates: readonly number[]): number | null {
  if (rates.length === 0) return null;
  const add = (millionths: number, rate: number) => millionths + Math.round(rate * 1_000_000);
  return rates.reduce(add, 0) / 1_000_000;
}

function knownRates(states: readonly AccountState[]): readonly number[] {
  return states.flatMap(({ spend }) => spend.value?.perHour ?? []);
}

/** $/h of those accounts whose rate is known: all of them cost at least that. Null where none is known. */
export function knownRateOf(states: readonly AccountState[]): number | null {
  return sum(knownRates(states));
}

/** @param states of accounts that have nothing in common: `countedOnce` sees to that */
export function totalsOf(states: readonly AccountState[]): Totals {
  const rates = knownRates(states);
  return {
    running: states.reduce((running, state) => running + runningVms(state), 0),
    ratePerHour: rates.length < states.length ? null : sum(rates),
  };
}
