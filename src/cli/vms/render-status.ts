import type { Log } from '../../core/log.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { terminalJson } from '../output.ts';
import type { VmSshOf } from '../ssh/vm-ssh.ts';
import type { Context, UserSettings } from '../user.ts';
import { statusJson } from './status-json.ts';
import { statusTable } from './status-table.ts';

export interface StatusRun extends Pick<Context, 'terminal' | 'signal' | 'clock'> {
  readonly command: Pick<CommandOf<'status'>, 'json' | 'watch' | 'color'>;
  readonly sources: readonly StatusSource[];
  /** Reads what this computer has of the VMs, idle times, SSH files and auto-stops: the app may write them at any time. */
  readonly readFiles: (app: AppState) => Promise<{ app: AppState; sshOf: VmSshOf }>;
  readonly network: { readonly log: Log };
  readonly settings: Pick<UserSettings, 'folder'>;
}

/** The status as text, with a line break at its end. @param hasProblems see `TableOptions` */
export function renderStatus(
  app: AppState,
  sshOf: VmSshOf,
  { command, terminal, clock }: StatusRun,
  hasProblems = false,
): string {
  const now = clock.now();
  if (command.json) return `${terminalJson(statusJson(app, sshOf, now))}\n`;
  const color = command.color && terminal.hasColor;
  const options = { now, color, width: terminal.width, sshOf, hasProblems };
  return `${statusTable(app, options).join('\n')}\n`;
}
