import { type AccountState, vmsOf } from './account-state.ts';
import type { Vm } from './vm.ts';

/** The VM with the highest rate, $/h; null: none is known to cost. */
export function highestVm(
  states: readonly AccountState[],
): { readonly vm: Vm; readonly rate: number } | null {
  let highest: { readonly vm: Vm; readonly rate: number } | null = null;
  for (const state of states)
    for (const vm of vmsOf(state)) {
      const rate = vm.phase === 'unconfirmed' ? 0 : (vm.billed.perHour ?? 0);
      if (rate > (highest?.rate ?? 0)) highest = { vm, rate };
    }
  return highest;
}
