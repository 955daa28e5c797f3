import { mayHaveNotebook, type Vm, vmPhase } from '../domain/index.ts';
import type { AppAccount, AppState } from './app-state.ts';
import { type FoundProgram, type VmLogin, vmKey } from './ssh-state.ts';

/** What can be done with a VM now. What cannot is not offered. */
export interface VmOffers {
  /** Why nobody can log in to it, in a few words; null: one can, and only then hold the next three. */
  readonly obstacle: string | null;
  readonly hasTerminal: boolean;
  readonly editors: readonly FoundProgram[];
  readonly hasNotebook: boolean;
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

/** Those that can open a VM now: all but Gateway log in by its name, which ssh knows through the Include alone. */
function usableEditors({ include, editors }: AppState['ssh']): readonly FoundProgram[] {
  return include === 'active' ? editors : editors.filter(({ id }) => id === 'jetbrains-gateway');
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
  return {
    obstacle: loginObstacle(vm, login),
    hasTerminal: ssh.terminals.length > 0 || terminal === 'own',
    editors: usableEditors(ssh),
    hasNotebook: mayHaveNotebook(login?.template ?? null),
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
