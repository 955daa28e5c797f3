import { type AppState, type VmAction, vmMenu } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { copyFromVm } from '../../copying.ts';
import { go } from '../../navigation.ts';
import { openVm } from '../../opening.ts';
import type { MenuItem } from '../../ui/index.ts';

interface Target {
  readonly accountId: string;
  readonly vmId: string;
}

function run(action: VmAction, target: Target): void {
  switch (action.kind) {
    case 'copy':
      void copyFromVm({ ...target, what: action.what });
      return;
    case 'openTerminal':
      void openVm(target, { kind: 'terminal' });
      return;
    case 'openEditor':
      void openVm(target, { kind: 'editor', editor: action.editor });
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
  return vmMenu(app, account, vm).map(({ label, action }) => ({
    words: label,
    onChoose: action === null ? null : () => run(action, target),
  }));
}
