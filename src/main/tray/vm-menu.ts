import { parseBaseUrl } from '../../core/service/index.ts';
import { sshAddress } from '../../core/ssh/index.ts';
import {
  type AppAccount,
  type AppState,
  type FoundProgram,
  type VmLogin,
  vmKey,
} from '../../shared/app/index.ts';
import { mayHaveNotebook, type Vm, vmPhase } from '../../shared/domain/index.ts';
import { action, type TrayMenuItem, text } from './menu-item.ts';

/** A VM and whose it is. */
export interface ListedVm {
  readonly vm: Vm;
  readonly account: AppAccount;
}

/**
 * Why nobody can log in, in a few words; null: one can. Before ssh's files know the VM, its address alone tells, and only
 * where the service is on this machine may its VMs be.
 */
function obstacle({ vm, account }: ListedVm, login: VmLogin | undefined): string | null {
  if (vmPhase(vm.status) === 'destroyed') return 'It is gone';
  if (vm.ipAddress === null) return 'No address yet';
  const base = parseBaseUrl(account.baseUrl);
  const isLoopback = base.ok && base.url.isLoopback;
  const hasAddress = login?.hasAddress ?? sshAddress(vm.ipAddress, isLoopback) !== null;
  return hasAddress ? null : 'No usable address';
}

function hasTerminal({ ssh, preferences }: AppState): boolean {
  return ssh.terminals.length > 0 || preferences.terminal === 'own';
}

/** Those that can open a VM now: all but Gateway log in by its name, which ssh knows through the Include alone. */
function usableEditors({ ssh }: AppState): readonly FoundProgram[] {
  if (ssh.include === 'active') return ssh.editors;
  return ssh.editors.filter(({ id }) => id === 'jetbrains-gateway');
}

function loginItems(listed: ListedVm, state: AppState): readonly TrayMenuItem[] {
  const { vm, account } = listed;
  const target = { accountId: account.id, vmId: vm.id };
  const login = state.vmLogins[vmKey(account.id, vm.id)];
  const reason = obstacle(listed, login);
  if (reason !== null) return [text(reason)];
  const items = [
    action('Copy SSH command', { kind: 'copy', ...target, what: 'ssh' }),
    action('Copy IP', { kind: 'copy', ...target, what: 'address' }),
  ];
  if (hasTerminal(state))
    items.push(action('Open in terminal', { kind: 'openTerminal', ...target }));
  for (const { id, name } of usableEditors(state))
    items.push(action(`Open in ${name}`, { kind: 'openEditor', ...target, editor: id }));
  items.push(action('Copy scp command', { kind: 'copy', ...target, what: 'scp' }));
  if (mayHaveNotebook(login?.template ?? null))
    items.push(action('Copy notebook tunnel', { kind: 'copy', ...target, what: 'tunnel' }));
  return items;
}

/** What can be done with a VM. The panel's rows have the same menu. */
export function vmMenu(listed: ListedVm, state: AppState): readonly TrayMenuItem[] {
  const { vm, account } = listed;
  const target = { accountId: account.id, vmId: vm.id };
  const login = state.vmLogins[vmKey(account.id, vm.id)];
  return [
    ...(login?.changedKey ? [action('Host key changed…', { kind: 'showVm', ...target })] : []),
    ...loginItems(listed, state),
    ...(account.consoleUrl === null
      ? []
      : [action('Open console', { kind: 'openConsole', accountId: account.id })]),
    action('Details', { kind: 'showVm', ...target }),
  ];
}
