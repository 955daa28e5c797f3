import type { AccountState } from './account-state.ts';

/** Whether a complete list lacks this VM, also as an unconfirmed one. False while no complete list was received. */
export function isVmMissing(state: Pick<AccountState, 'vms'> | undefined, vmId: string): boolean {
  const list = state?.vms.value ?? null;
  if (list === null || !list.isComplete || list.skipped > 0) return false;
  return list.vms.every(({ id }) => id !== vmId);
}
