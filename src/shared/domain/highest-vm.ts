import { type AccountState, vmsOf } from './account-state.ts';
import { shortName, type Vm } from './vm.ts';

/** The VM with the highest rate, as the reason for a high sum. `ratePerHour`: $/h. Null: none is known to cost. */
export function highestReason(states: readonly AccountState[]) {
  let highest: { readonly vm: Vm; readonly ratePerHour: number } | null = null;
  for (const vm of states.flatMap(vmsOf)) {
    const ratePerHour = vm.phase === 'unconfirmed' ? 0 : (vm.billed.perHour ?? 0);
    if (ratePerHour > (highest?.ratePerHour ?? 0)) highest = { vm, ratePerHour };
  }
  return highest === null
    ? { reason: null, ratePerHour: null }
    : { reason: `highest: ${shortName(highest.vm)}`, ratePerHour: highest.ratePerHour };
}
