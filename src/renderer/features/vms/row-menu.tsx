import { vmName } from '../../../shared/domain/vm.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type VmAction, type VmMenuEntry, vmMenu } from '../../../shared/vms/vm-menu.ts';
import { actOnVm } from '../../act-on-vm.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { go, replaceScreen, useNavigation } from '../../navigation.ts';
import { appNow, type VmTarget } from '../../store.ts';
import { type MenuItem, PopupMenu, type PopupMenuProps } from '../../ui/index.ts';
import { menuLabel } from './messages.ts';
import type { RowVm } from './row-acts.ts';

export interface OpenRowMenu extends RowVm, Pick<PopupMenuProps, 'trigger' | 'point'> {}

function run(action: VmAction, target: VmTarget) {
  switch (action.kind) {
    case 'confirm': {
      const open = useNavigation.getState().screen.kind === 'vm' ? replaceScreen : go;
      return open({ kind: 'vm', ...target, operation: action.operation });
    }
    case 'mute':
      return void answerOf(bridge.muteVm({ ...target, isMuted: action.isMuted }));
    case 'showVm':
      return go({ kind: 'vm', ...target });
    default:
      return void actOnVm(target, action);
  }
}

export const menuItems = (entries: readonly VmMenuEntry[], target: VmTarget): readonly MenuItem[] =>
  entries.map(({ label, action }) => ({
    label,
    onChoose: action === null ? null : () => run(action, target),
    isDanger: action?.kind === 'confirm' && action.operation === 'destroy',
  }));

function itemsOf({ accountId, vm }: OpenRowMenu): readonly MenuItem[] {
  const app = appNow();
  const account = findAccount(app, accountId);
  const entries = account === undefined ? [] : vmMenu(app, account, vm);
  return menuItems(entries, { accountId, vmId: vm.id });
}

export function RowMenu({ onClose, ...menu }: OpenRowMenu & { readonly onClose: () => void }) {
  return (
    <PopupMenu
      {...menu}
      items={itemsOf(menu)}
      label={menuLabel(vmName(menu.vm))}
      onClose={onClose}
    />
  );
}
