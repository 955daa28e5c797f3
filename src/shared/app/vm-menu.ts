import { mayAnswerLogin, type Vm, vmPhase } from '../domain/index.ts';
import { printable } from '../format/index.ts';
import type { AppAccount, AppState } from './app-state.ts';
import { type Copyable, type FoundProgram, usesVmName, type VmLogin, vmKey } from './ssh-state.ts';

/** The actions that are possible with a VM now. */
export interface VmOffers {
  /** Why there is no address to log in to, as a label; null: there is one. */
  readonly obstacle: string | null;
  /** Why nothing listens for logins now, as a label; null: something may. Otherwise there is no terminal and no editor. */
  readonly notRunning: string | null;
  readonly hasTerminal: boolean;
  readonly editors: readonly FoundProgram[];
  readonly hasConsole: boolean;
}

/**
 * Why a VM has no address to log in to, as a label; null: it has one.
 * @param login undefined: unknown; main then checks the address
 */
export function loginObstacle(
  vm: Pick<Vm, 'ipAddress' | 'status'>,
  login: Pick<VmLogin, 'hasAddress'> | undefined,
): string | null {
  if (vmPhase(vm.status) === 'destroyed') return 'VM is gone';
  if (vm.ipAddress === null) return 'No address yet';
  return login === undefined || login.hasAddress ? null : 'No usable address';
}

function notRunningLabel({ status }: Pick<Vm, 'status'>): string | null {
  return mayAnswerLogin(status) ? null : `Not running: ${printable(status)}`;
}

/** The editors that can open a VM now: most connect by its alias, which needs the Include. */
function usableEditors({ include, editors }: AppState['ssh']): readonly FoundProgram[] {
  return include === 'active' ? editors : editors.filter(({ id }) => !usesVmName(id));
}

/** The parts of the state that decide the actions. */
export interface LoginMeans {
  readonly ssh: AppState['ssh'];
  /** The preference. */
  readonly terminal: string;
  readonly login: VmLogin | undefined;
}

/** Takes single parts of the state, so that a component renders only when one of them changes. */
export function vmOffers(
  vm: Vm,
  { consoleUrl }: Pick<AppAccount, 'consoleUrl'>,
  { ssh, terminal, login }: LoginMeans,
): VmOffers {
  const notRunning = notRunningLabel(vm);
  const mayAnswer = notRunning === null;
  return {
    obstacle: loginObstacle(vm, login),
    notRunning,
    hasTerminal: mayAnswer && (ssh.terminals.length > 0 || terminal === 'own'),
    editors: mayAnswer ? usableEditors(ssh) : [],
    hasConsole: consoleUrl !== null,
  };
}

/** The same from the whole state. */
export function vmOffersIn(
  app: Pick<AppState, 'vmLogins' | 'ssh' | 'preferences'>,
  account: AppAccount,
  vm: Vm,
): VmOffers {
  const login = app.vmLogins[vmKey(account.id, vm.id)];
  return vmOffers(vm, account, { ssh: app.ssh, terminal: app.preferences.terminal, login });
}

/** What a VM menu item does. */
export type VmAction =
  | { readonly kind: 'copy'; readonly what: Copyable }
  | { readonly kind: 'openTerminal' }
  | { readonly kind: 'openEditor'; readonly editor: FoundProgram }
  | { readonly kind: 'openConsole' }
  | { readonly kind: 'showVm' };

/** An item of a VM's menu. */
export interface VmMenuEntry {
  readonly label: string;
  /** Null: an informational item that cannot be chosen. */
  readonly action: VmAction | null;
}

function loginEntries({
  obstacle,
  notRunning,
  hasTerminal,
  editors,
}: VmOffers): readonly VmMenuEntry[] {
  if (obstacle !== null) return [{ label: obstacle, action: null }];
  const copy = (label: string, what: Copyable): VmMenuEntry => ({
    label,
    action: { kind: 'copy', what },
  });
  const terminal: VmMenuEntry = { label: 'Open in terminal', action: { kind: 'openTerminal' } };
  return [
    ...(notRunning === null ? [] : [{ label: notRunning, action: null }]),
    copy('Copy SSH command', 'ssh'),
    copy('Copy IP', 'address'),
    ...(hasTerminal ? [terminal] : []),
    ...editors.map(
      (editor): VmMenuEntry => ({
        label: `Open in ${editor.name}`,
        action: { kind: 'openEditor', editor },
      }),
    ),
    copy('Copy scp command', 'scp'),
  ];
}

/** The menu of a VM, the same in the tray and in the panel's row menu. */
export function vmMenu(
  app: Pick<AppState, 'vmLogins' | 'ssh' | 'preferences'>,
  account: AppAccount,
  vm: Vm,
): readonly VmMenuEntry[] {
  const offers = vmOffersIn(app, account, vm);
  const isKeyChanged = Boolean(app.vmLogins[vmKey(account.id, vm.id)]?.changedKey);
  const show = { kind: 'showVm' } as const;
  return [
    ...(isKeyChanged ? [{ label: 'Host key changed…', action: show }] : []),
    ...loginEntries(offers),
    ...(offers.hasConsole
      ? [{ label: 'Open console', action: { kind: 'openConsole' } as const }]
      : []),
    { label: 'Details', action: show },
  ];
}
