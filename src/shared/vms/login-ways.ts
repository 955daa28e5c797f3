import type { AppAccount } from '../accounts/accounts-slice.ts';
import { mayAnswerLogin, type Vm } from '../domain/vm.ts';
import { printable } from '../format/index.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import {
  type FoundProgram,
  type SshSlice,
  type SshState,
  usesVmName,
  vmKey,
} from '../ssh/ssh-state.ts';
import { loginObstacle } from './login-obstacle.ts';

export interface LoginWays {
  /** Why there is no address to log in to, as a label; null: there is one. */
  readonly obstacle: string | null;
  /** Why nothing listens for logins now, as a label; null: something may. Otherwise there is no terminal and no editor. */
  readonly notRunning: string | null;
  readonly hasTerminal: boolean;
  readonly editors: readonly FoundProgram[];
  /** It carries no files and forwards no ports. */
  readonly isShellOnly: boolean;
  readonly hasConsole: boolean;
}

/** The editors that can open a VM now: most connect by its alias, which needs the Include. */
function usableEditors({ include, editors }: SshState): readonly FoundProgram[] {
  return include === 'active' ? editors : editors.filter(({ id }) => !usesVmName(id));
}

export type LoginMeans = SshSlice & PreferencesSlice;

export function loginWays(app: LoginMeans, account: AppAccount, vm: Vm): LoginWays {
  const { terminals } = app.ssh;
  const notRunning = mayAnswerLogin(vm) ? null : `Not running: ${printable(vm.note ?? vm.status)}`;
  const mayAnswer = notRunning === null;
  const isShellOnly = vm.login?.isShellOnly === true;
  return {
    obstacle: loginObstacle(vm, app.vmSshAccess[vmKey(account.id, vm.id)]),
    notRunning,
    hasTerminal: mayAnswer && (terminals.length > 0 || app.preferences.terminal === 'own'),
    editors: mayAnswer && !isShellOnly ? usableEditors(app.ssh) : [],
    isShellOnly,
    hasConsole: account.consoleUrl !== null,
  };
}
