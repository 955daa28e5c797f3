import { type Vm, vmName } from '../../../shared/domain/vm.ts';
import type { Refusal } from '../../../shared/ipc/bridge.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { loginWays } from '../../../shared/vms/login-ways.ts';
import { type VmAction, type VmMenuEntry, vmMenu } from '../../../shared/vms/vm-menu.ts';
import { actOnVm, refuseAct } from '../../act-on-vm.ts';
import {
  type ActResult,
  OPEN_TERMINAL,
  refusalOf,
  resultText,
  type VmAct,
} from '../../act-results.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { go, replaceScreen, useNavigation } from '../../navigation.ts';
import { appNow, type VmTarget } from '../../store.ts';
import { type MenuItem, PopupMenu, type PopupMenuProps, RefusalText } from '../../ui/index.ts';
import { menuLabel } from './messages.ts';
import { messages } from './note-messages.ts';

export interface RowVm {
  readonly accountId: string;
  readonly vm: Vm;
}

/** Logs in to the VM, or shows at the row why that can't be. */
export function actOnRow({ accountId, vm }: RowVm, act: VmAct): void {
  const app = appNow();
  const account = findAccount(app, accountId);
  if (account === undefined) return;
  const { obstacle, notRunning, hasTerminal } = loginWays(app, account, vm);
  const target = { accountId, vmId: vm.id };
  const refuse = (kind: Refusal['kind'], message: string, action: string) =>
    refuseAct(target, act, { kind, message, action });
  const reason = obstacle ?? notRunning;
  if (reason !== null)
    refuse('noAddress', `${reason}.`, vm.phase === 'destroyed' ? '' : messages.moreInDetails);
  else if (act === OPEN_TERMINAL && !hasTerminal)
    refuse('noTerminal', messages.noTerminal, messages.chooseTerminal);
  else void actOnVm(target, act);
}

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

export function RowMenu(props: OpenRowMenu & { readonly onClose: () => void }) {
  const { accountId, vm, ...menu } = props;
  const app = appNow();
  const account = findAccount(app, accountId);
  const entries = account === undefined ? [] : vmMenu(app, account, vm);
  const items = menuItems(entries, { accountId, vmId: vm.id });
  return <PopupMenu {...menu} items={items} label={menuLabel(vmName(vm))} />;
}

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

/** The result of a row, below it and over its neighbors. */
export function ActionResult({ result }: { readonly result: ActResult }) {
  return (
    <div className="vm-row-result" key={refusalOf(result)?.kind} ref={scrollIntoView}>
      <p aria-hidden="true" className="text-small empty:hidden">
        {resultText(result)}
      </p>
      <RefusalText refusal={refusalOf(result)} />
    </div>
  );
}
