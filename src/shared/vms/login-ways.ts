import type { AppAccount } from '../accounts/accounts-slice.ts';
import { isChanging, loginHost, mayAnswerLogin, type Vm, vmName } from '../domain/vm.ts';
import { printable } from '../format/index.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import { type SshSlice, usesVmName, type VmLogin, vmKey } from '../ssh/ssh-state.ts';

/** Why a VM has no login address, as a label; null: the VM has a login address. @param login undefined: unknown; main then checks it */
export function loginObstacle(
  vm: Pick<Vm, 'ipAddress' | 'login' | 'phase'>,
  login: Pick<VmLogin, 'hasAddress'> | undefined,
): string | null {
  if (vm.phase === 'destroyed') return 'VM is gone';
  if (loginHost(vm) === null) return 'No address yet';
  return login === undefined || login.hasAddress ? null : 'No usable address';
}

/** Why nothing listens for logins, and what to do; null: something may, also in an unknown status. */
export function notRunning(vm: Vm): readonly [message: string, action: string] | null {
  if (mayAnswerLogin(vm)) return null;
  const { phase, operations, note, status } = vm;
  const message = `${vmName(vm)} is not running: ${printable(note ?? status)}.`;
  if (isChanging(phase)) return [message, 'Try again once it runs.'];
  const mayStart = operations === undefined || operations.includes('start');
  return [message, mayStart ? 'Start it to log in.' : 'Check it in the console.'];
}

export type LoginMeans = SshSlice & PreferencesSlice;

export type LoginWays = Readonly<ReturnType<typeof loginWays>>;

export function loginWays(app: LoginMeans, account: AppAccount, vm: Vm) {
  const { terminals, include, editors } = app.ssh;
  const notRunning = mayAnswerLogin(vm) ? null : `Not running: ${printable(vm.note ?? vm.status)}`;
  const obstacle = loginObstacle(vm, app.vmSshAccess[vmKey(account.id, vm.id)]);
  const mayAnswer = notRunning === null;
  const isShellOnly = vm.login?.isShellOnly === true;
  return {
    /** Why there is no address to log in to, as a label; null: there is one. */
    obstacle,
    /** Why nothing listens for logins now, as a label; null: something may. Otherwise there is no terminal and no editor. */
    notRunning,
    mayLogIn: mayAnswer && obstacle === null,
    hasTerminal: mayAnswer && (terminals.length > 0 || app.preferences.terminal === 'own'),
    // Most connect by its alias, which needs the Include.
    editors: editors.filter(
      ({ id }) => mayAnswer && !isShellOnly && (include === 'active' || !usesVmName(id)),
    ),
    /** It carries no files and forwards no ports. */
    isShellOnly,
    hasConsole: account.consoleUrl !== null,
  };
}
