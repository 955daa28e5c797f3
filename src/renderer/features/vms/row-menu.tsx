import type { Vm } from '../../../shared/domain/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type VmAction, vmMenu } from '../../../shared/vms/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { copyFromVm } from '../../copy-from-vm.ts';
import { go } from '../../navigation.ts';
import { openVm } from '../../open-vm.ts';
import { appNow, type VmTarget } from '../../store.ts';
import { type MenuItem, PopupMenu, type PopupMenuProps } from '../../ui/index.ts';
import { menuLabel } from './messages.ts';
import { nameOf } from './vm-entries.ts';

export interface OpenRowMenu extends Pick<PopupMenuProps, 'trigger' | 'point'> {
  readonly accountId: string;
  readonly vm: Vm;
}

function run(action: VmAction, target: VmTarget) {
  switch (action.kind) {
    case 'copy':
      return void copyFromVm({ ...target, what: action.what });
    case 'openTerminal':
      return void openVm(target, { kind: 'terminal' });
    case 'openEditor':
      return void openVm(target, { kind: 'editor', editor: action.editor });
    case 'openConsole':
      return void openVm(target, { kind: 'console' });
    case 'confirm':
      return go({ kind: 'vm', ...target, operation: action.operation });
    case 'mute':
      return void answerOf(bridge.muteVm({ ...target, isMuted: action.isMuted }));
    case 'showVm':
      return go({ kind: 'vm', ...target });
  }
}

function itemsOf({ accountId, vm }: OpenRowMenu): readonly MenuItem[] {
  const app = appNow();
  const account = findAccount(app, accountId);
  if (account === undefined) return [];
  return vmMenu(app, account, vm).map(({ label, action }) => ({
    label,
    onChoose: action === null ? null : () => run(action, { accountId, vmId: vm.id }),
  }));
}

export function RowMenu({ onClose, ...menu }: OpenRowMenu & { readonly onClose: () => void }) {
  return (
    <PopupMenu
      {...menu}
      items={itemsOf(menu)}
      label={menuLabel(nameOf(menu.vm))}
      onClose={onClose}
    />
  );
}
