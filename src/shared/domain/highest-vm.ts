import type { AccountState } from './account-state.ts';
import { billedNow } from './billing.ts';
import type { Vm } from './vm.ts';

/** The VM with the highest rate, $/h; null: none is known to cost. */
export function highestVm(
  states: readonly AccountState[],
): { readonly vm: Vm; readonly rate: number } | null {
  let highest: { readonly vm: Vm; readonly rate: number } | null = null;
  for (const { vms, spend } of states)
    for (const vm of vms.value?.vms ?? []) {
      const rate = billedNow(vm, spend.value) ?? 0;
      if (rate > (highest?.rate ?? 0)) highest = { vm, rate };
    }
  return highest;
}
