// Not part of the panel's first screen, which has a limit of bytes.
import type { AccountState } from './account-state.ts';

/** Whether no VM is listed, and the provider tells no rate then: what it bills besides VMs is in no rate. */
function hasNoVms({ vms, spend }: AccountState): boolean {
  const { value: list, problem } = vms;
  if (list === null || problem !== null || spend.problem !== null) return false;
  const isWhole = list.isComplete && list.skipped === 0;
  const isEmpty = isWhole && list.vms.every(({ phase }) => phase !== 'unconfirmed');
  const { perHour = 0, isAtLeast = false, vms: billed = [] } = spend.value ?? {};
  return isEmpty && perHour === null && isAtLeast && billed.length === 0;
}

/** An account's $/h to compare with a limit or a balance: 0 where it has no VM. Null: unknown. */
export const comparedRate = (state: AccountState): number | null =>
  state.spend.value?.perHour ?? (hasNoVms(state) ? 0 : null);
