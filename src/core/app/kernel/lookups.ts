import type { AlertSubject } from '../../../shared/alerts/recorded-event.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import type { Preferences } from '../../../shared/settings/preferences.ts';
import { type VmRef, vmKey } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount, findVm } from '../../../shared/state/index.ts';
import { type BaseUrl, parseBaseUrl } from '../../providers/index.ts';
import { vmAddresses } from '../../ssh/index.ts';
import { refuse } from './refusal-error.ts';

/** @throws RefusalError where the account is not signed in */
export function requireAccount<T extends { readonly id: string }>(
  accounts: readonly T[],
  accountId: string,
): T {
  const account = accounts.find(({ id }) => id === accountId);
  return account ?? refuse('notFound', 'This account is not signed in.', 'Sign in again.');
}

/** @throws RefusalError where the VM or its account is gone */
export function requireVm(state: Pick<AppState, 'accounts' | 'snapshots'>, wanted: VmRef) {
  const vm = findVm(state, wanted);
  if (vm === undefined)
    return refuse('notFound', 'This VM is no longer in the list.', 'Refresh the list.');
  return { vm, account: requireAccount(state.accounts, wanted.accountId) };
}

/** @throws RefusalError for an invalid URL */
export function requireBaseUrl(text: string): BaseUrl {
  const result = parseBaseUrl(text);
  return result.ok ? result.url : refuse('invalid', result.message, '');
}

export function isVmMuted(
  { mutedVms }: Pick<Preferences, 'mutedVms'>,
  { accountId, vmId }: Pick<AlertSubject, 'accountId' | 'vmId'>,
): boolean {
  return accountId !== null && vmId !== null && mutedVms.includes(vmKey(accountId, vmId));
}

/** Whether the start of a VM of the account is notified once SSH answers, instead of at once. A proxy answers for VMs without an SSH server, too. */
export function readyAwaited(
  { accounts, preferences }: AppState,
  accountId: string,
): (vm: Vm) => boolean {
  const account = findAccount({ accounts }, accountId);
  if (!preferences.notifyReady || account === undefined) return () => false;
  const addressOf = vmAddresses(account.baseUrl);
  return (vm) =>
    !isVmMuted(preferences, { accountId, vmId: vm.id }) &&
    vm.login?.isShellOnly !== true &&
    addressOf(vm) !== null;
}
