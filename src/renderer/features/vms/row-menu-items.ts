import { type AppState, type VmWish, vmMenu } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { copyFromVm } from '../../copying.ts';
import { go } from '../../navigation.ts';
import { openVm } from '../../opening.ts';
import type { MenuItem } from '../../ui/index.ts';

interface Target {
  readonly accountId: string;
  readonly vmId: string;
}

function fulfil(wish: VmWish, target: Target): void {
  switch (wish.kind) {
    case 'copy':
      void copyFromVm({ ...target, what: wish.what });
      return;
    case 'openTerminal':
      void openVm(target, { kind: 'terminal' });
      return;
    case 'openEditor':
      void openVm(target, { kind: 'editor', editor: wish.editor });
      return;
    case 'openConsole':
      void openVm(target, { kind: 'console' });
      return;
    case 'showVm':
      go({ kind: 'vm', ...target });
      return;
  }
}

/** What can be done with a VM, as the items of its row's menu. */
export function rowMenuItems(app: AppState, accountId: string, vm: Vm): readonly MenuItem[] {
  const account = app.accounts.find(({ id }) => id === accountId);
  if (account === undefined) return [];
  const target = { accountId, vmId: vm.id };
  return vmMenu(app, account, vm).map(({ words, wish }) => ({
    words,
    onChoose: wish === null ? null : () => fulfil(wish, target),
  }));
}
