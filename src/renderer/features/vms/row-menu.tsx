import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type VmAction, type VmMenuEntry, vmMenu } from '../../../shared/vms/vm-menu.ts';
import { actOnVm } from '../../act-on-vm.ts';
import { appNow, bridge, go, replaceScreen, useNavigation, type VmTarget } from '../../store.ts';
import { type MenuItem, PopupMenu, type PopupMenuProps } from '../../ui/index.ts';
import { menuLabel } from './row-texts.ts';

export interface OpenRowMenu extends Pick<PopupMenuProps, 'trigger' | 'point'> {
  readonly accountId: string;
  readonly vm: Vm;
}

function run(action: VmAction, target: VmTarget) {
  if (action.kind === 'muteVm') return void bridge.muteVm(action.input);
  if (action.kind !== 'openPanel') return void actOnVm(target, action);
  // An operation of the open VM is asked for on its screen.
  const { kind } = useNavigation.getState().screen;
  return (kind === 'vm' ? replaceScreen : go)(action.screen);
}

export const menuItems = (entries: readonly VmMenuEntry[], target: VmTarget): readonly MenuItem[] =>
  entries.map(({ label, action }) => ({
    label,
    onChoose: action === null ? null : () => run(action, target),
    isDanger: action?.kind === 'openPanel' && action.screen.operation === 'destroy',
  }));

export function RowMenu(props: OpenRowMenu & { readonly onClose: () => void }) {
  const { accountId, vm, ...menu } = props;
  const app = appNow();
  const account = findAccount(app, accountId);
  const entries = account === undefined ? [] : vmMenu(app, account, vm);
  const items = menuItems(entries, { accountId, vmId: vm.id });
  return <PopupMenu {...menu} items={items} label={menuLabel(vmName(vm))} />;
}
