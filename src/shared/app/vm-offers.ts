import { mayAnswerLogin, type Vm, vmPhase } from '../domain/index.ts';
import { printable } from '../format/index.ts';
import type { AppAccount, AppState } from './app-state.ts';
import { type FoundProgram, usesVmName, type VmLogin, vmKey } from './ssh-state.ts';

/** What can be done with a VM now. What cannot is not offered. */
export interface VmOffers {
  /** Why there is no address to log in to, in a few words; null: there is one, so that it can be copied. */
  readonly obstacle: string | null;
  /** Why a login would find nobody there now, in a few words; null: it may. Only then is any of the next two offered. */
  readonly notRunning: string | null;
  readonly hasTerminal: boolean;
  readonly editors: readonly FoundProgram[];
  readonly hasConsole: boolean;
}

/** @param login undefined: nothing is known of it yet; main then decides whether its address is one to trust */
export function loginObstacle(
  vm: Pick<Vm, 'ipAddress' | 'status'>,
  login: Pick<VmLogin, 'hasAddress'> | undefined,
): string | null {
  if (vmPhase(vm.status) === 'destroyed') return 'It is gone';
  if (vm.ipAddress === null) return 'No address yet';
  return login === undefined || login.hasAddress ? null : 'No usable address';
}

function notRunningWords({ status }: Pick<Vm, 'status'>): string | null {
  return mayAnswerLogin(status) ? null : `Not running: ${printable(status)}`;
}

/** Those that can open a VM now: all but Gateway log in by its name, which ssh knows through the Include alone. */
function usableEditors({ include, editors }: AppState['ssh']): readonly FoundProgram[] {
  return include === 'active' ? editors : editors.filter(({ id }) => !usesVmName(id));
}

/** What of the state decides it. */
export interface LoginMeans {
  readonly ssh: AppState['ssh'];
  /** The preference. */
  readonly terminal: string;
  readonly login: VmLogin | undefined;
}

/** Takes the parts of the state one by one, so that a component draws again only when one of these changes. */
export function vmOffers(
  vm: Vm,
  { consoleUrl }: Pick<AppAccount, 'consoleUrl'>,
  { ssh, terminal, login }: LoginMeans,
): VmOffers {
  const notRunning = notRunningWords(vm);
  const mayAnswer = notRunning === null;
  return {
    obstacle: loginObstacle(vm, login),
    notRunning,
    hasTerminal: mayAnswer && (ssh.terminals.length > 0 || terminal === 'own'),
    editors: mayAnswer ? usableEditors(ssh) : [],
    hasConsole: consoleUrl !== null,
  };
}

/** The same for one VM of the whole state. */
export function vmOffersIn(
  app: Pick<AppState, 'vmLogins' | 'ssh' | 'preferences'>,
  account: AppAccount,
  vm: Vm,
): VmOffers {
  const login = app.vmLogins[vmKey(account.id, vm.id)];
  return vmOffers(vm, account, { ssh: app.ssh, terminal: app.preferences.terminal, login });
}
