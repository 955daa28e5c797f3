import type { NetworkPorts } from '../../core/accounts/index.ts';
import { type AccountState, accountStatus, type Problem } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import type { StatusCommand } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';
import { terminalJson } from '../terminal-json.ts';
import { accountLine } from './account-line.ts';
import type { AccountView } from './account-view.ts';
import type { StatusSource } from './sources.ts';
import { type SshCommandOf, statusJson } from './status-json.ts';
import { statusTable } from './status-table.ts';

/** What `gpu-tray status` shows, how, and where. */
export interface StatusRun {
  readonly command: Pick<StatusCommand, 'json' | 'watch' | 'color'>;
  readonly sources: readonly StatusSource[];
  /** The command that logs in to a VM of the account, or null while there is none. */
  readonly sshCommand: SshCommandOf;
  readonly terminal: Terminal;
  readonly network: Pick<NetworkPorts, 'clock' | 'log'>;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** @param asOf when its figures came, ms since the epoch */
export function viewOf(
  source: StatusSource,
  state: AccountState,
  asOf: number | null,
): AccountView {
  const { id, label, baseUrl } = source;
  return { id, label, baseUrl, state, asOf };
}

/** An account whose sign-in has failed shows the failure where its figures would be. */
export function failedView(source: StatusSource, problem: Problem): AccountView {
  return viewOf(source, { vms: { value: null, problem }, spend: { value: null, problem } }, null);
}

/** The snapshot as text, with a line break at its end. */
export function renderStatus(views: readonly AccountView[], run: StatusRun): string {
  const { command, sshCommand, terminal, network } = run;
  if (command.json) return `${terminalJson(statusJson(views, sshCommand))}\n`;
  const color = command.color && terminal.hasColor;
  return `${statusTable(views, { now: network.clock.now(), color }).join('\n')}\n`;
}

/** One sentence on standard error for each account that is not live. */
export function complain(views: readonly AccountView[], terminal: Terminal): void {
  for (const { label, state } of views) {
    const told = accountLine(state);
    if (told === null || accountStatus(state) === 'live') continue;
    const who = views.length > 1 ? `${printable(label)}: ` : '';
    terminal.error(`${who}${told}\n`);
  }
}
