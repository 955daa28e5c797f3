import { vmsOf } from '../domain/account-state.ts';
import type { Vm } from '../domain/vm.ts';
import { vmKey } from '../ssh/ssh-state.ts';
import type { AppState } from './app-state.ts';

/** Undefined: the account is not signed in. */
export const findAccount = <Account extends { readonly id: string }>(
  { accounts }: { readonly accounts: readonly Account[] },
  accountId: string | null,
): Account | undefined => accounts.find(({ id }) => id === accountId);

/** `key`: its `vmKey`. */
export type ListedVm = Readonly<ReturnType<typeof allVms>[number]>;

/** All VMs of all accounts, account by account. */
export function allVms({ accounts, snapshots }: Pick<AppState, 'accounts' | 'snapshots'>) {
  return accounts.flatMap((account) =>
    vmsOf(snapshots[account.id]).map((vm) => {
      const key = vmKey(account.id, vm.id);
      return { key, accountId: account.id, vmId: vm.id, account, vm };
    }),
  );
}

/** The last record of a VM, also of an unconfirmed one; undefined: it is not listed. */
export function findVm(
  { snapshots }: Pick<AppState, 'snapshots'>,
  { accountId, vmId }: { readonly accountId: string | null; readonly vmId: string | null },
): Vm | undefined {
  return vmsOf(snapshots[accountId ?? '']).find(({ id }) => id === vmId);
}
