import type { AppAccount } from '../accounts/accounts-slice.ts';
import { mayAnswerLogin, type Vm, vmPhase } from '../domain/index.ts';
import { printable } from '../format/index.ts';
import { type FoundProgram, usesVmName, type VmLogin, vmKey } from '../ssh/ssh-state.ts';
import type { AppState } from '../state/app-state.ts';

export interface VmOffers {
  /** Why there is no address to log in to, as a label; null: there is one. */
  readonly obstacle: string | null;
  /** Why nothing listens for logins now, as a label; null: something may. Otherwise there is no terminal and no editor. */
  readonly notRunning: string | null;
  readonly hasTerminal: boolean;
  readonly editors: readonly FoundProgram[];
  readonly hasConsole: boolean;
}

/** Why a VM has no login address, as a label; null: it has one. @param login undefined: unknown; main then checks it */
export function loginObstacle(
  vm: Pick<Vm, 'ipAddress' | 'status'>,
  login: Pick<VmLogin, 'hasAddress'> | undefined,
): string | null {
  if (vmPhase(vm.status) === 'destroyed') return 'VM is gone';
  if (vm.ipAddress === null) return 'No address yet';
  return login === undefined || login.hasAddress ? null : 'No usable address';
}

/** The editors that can open a VM now: most connect by its alias, which needs the Include. */
function usableEditors({ include, editors }: AppState['ssh']): readonly FoundProgram[] {
  return include === 'active' ? editors : editors.filter(({ id }) => !usesVmName(id));
}

export type LoginMeans = Pick<AppState, 'vmSshAccess' | 'ssh' | 'preferences'>;

export function vmOffers(app: LoginMeans, account: AppAccount, vm: Vm): VmOffers {
  const { terminals } = app.ssh;
  const notRunning = mayAnswerLogin(vm.status) ? null : `Not running: ${printable(vm.status)}`;
  const mayAnswer = notRunning === null;
  return {
    obstacle: loginObstacle(vm, app.vmSshAccess[vmKey(account.id, vm.id)]),
    notRunning,
    hasTerminal: mayAnswer && (terminals.length > 0 || app.preferences.terminal === 'own'),
    editors: mayAnswer ? usableEditors(app.ssh) : [],
    hasConsole: account.consoleUrl !== null,
  };
}
