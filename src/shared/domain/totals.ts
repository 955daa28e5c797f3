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

/** Sums whole millionths, so that 0.1 + 0.2 is 0.3. */
function sum(rates: readonly (number | null | undefined)[]): number | null {
  let millionths = 0;
  for (const rate of rates) {
    if (rate === null || rate === undefined) return null;
    millionths += Math.round(rate * 1_000_000);
  }
  return millionths / 1_000_000;
}

export function totalsOf(states: readonly AccountState[]): Totals {
  return {
    running: states.reduce((running, state) => running + runningVms(state), 0),
    ratePerHour:
      states.length === 0 ? null : sum(states.map((state) => state.spend.value?.perHour)),
  };
}
