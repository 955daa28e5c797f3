import {
  type AppAccount,
  type AppState,
  vmMenu as entriesOf,
  type VmWish,
} from '../../shared/app/index.ts';
import type { Vm } from '../../shared/domain/index.ts';
import { action, type TrayMenuItem, text } from './menu-item.ts';
import type { TrayAction } from './tray-action.ts';

/** A VM and whose it is. */
export interface ListedVm {
  readonly vm: Vm;
  readonly account: AppAccount;
}

function actionOf(wish: VmWish, { vm, account }: ListedVm): TrayAction {
  const target = { accountId: account.id, vmId: vm.id };
  switch (wish.kind) {
    case 'copy':
    case 'openTerminal':
    case 'showVm':
      return { ...wish, ...target };
    case 'openEditor':
      return { kind: wish.kind, ...target, editor: wish.editor.id };
    case 'openConsole':
      return { kind: wish.kind, accountId: account.id };
  }
}

/** What can be done with a VM, as the tray's items. */
export function vmMenu(listed: ListedVm, state: AppState): readonly TrayMenuItem[] {
  return entriesOf(state, listed.account, listed.vm).map(({ words, wish }) =>
    wish === null ? text(words) : action(words, actionOf(wish, listed)),
  );
}
