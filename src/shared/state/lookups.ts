import type { AppAccount } from '../accounts/accounts-slice.ts';
import { type Vm, vmsOf } from '../domain/index.ts';
import type { AppState } from './app-state.ts';

/** Undefined: the account is not signed in. */
export function findAccount(
  { accounts }: Pick<AppState, 'accounts'>,
  accountId: string | null,
): AppAccount | undefined {
  return accounts.find(({ id }) => id === accountId);
}

/** The last record of a VM, also of an unconfirmed one; undefined: it is not listed. */
export function findVm(
  { snapshots }: Pick<AppState, 'snapshots'>,
  { accountId, vmId }: { readonly accountId: string | null; readonly vmId: string | null },
): Vm | undefined {
  return vmsOf(snapshots[accountId ?? '']).find(({ id }) => id === vmId);
}
