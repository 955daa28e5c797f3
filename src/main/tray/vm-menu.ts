import {
  type AppAccount,
  type AppState,
  vmMenu as entriesOf,
  type VmAction,
} from '../../shared/app/index.ts';
import type { Vm } from '../../shared/domain/index.ts';
import { action, type TrayMenuItem, text } from './menu-item.ts';
import type { TrayAction } from './tray-action.ts';

/** A VM and whose it is. */
export interface ListedVm {
  readonly vm: Vm;
  readonly account: AppAccount;
}

function trayActionOf(action: VmAction, { vm, account }: ListedVm): TrayAction {
  const target = { accountId: account.id, vmId: vm.id };
  switch (action.kind) {
    case 'copy':
    case 'openTerminal':
    case 'showVm':
      return { ...action, ...target };
    case 'openEditor':
      return { kind: action.kind, ...target, editor: action.editor.id };
    case 'openConsole':
      return { kind: action.kind, accountId: account.id };
  }
}

/** What can be done with a VM, as the tray's items. */
export function vmMenu(listed: ListedVm, state: AppState): readonly TrayMenuItem[] {
  return entriesOf(state, listed.account, listed.vm).map((entry) =>
    entry.action === null
      ? text(entry.label)
      : action(entry.label, trayActionOf(entry.action, listed)),
  );
}
