import type { NetworkPorts } from '../../core/accounts/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { type Terminal, terminalJson } from '../output.ts';
import type { VmSshOf } from '../ssh/vm-ssh.ts';
import type { ShownCosts } from '../usage/costs.ts';
import type { AccountView } from './account-view.ts';
import { statusJson } from './status-json.ts';
import type { statusTable } from './status-table.ts';

export interface StatusRun {
  readonly command: Pick<CommandOf<'status'>, 'json' | 'watch' | 'color'>;
  /** Null for JSON, which does not load it: measuring widths takes a sixth of a status's time. */
  readonly table: typeof statusTable | null;
  readonly sources: readonly StatusSource[];
  /** Reads the SSH files: the app may write them at any time. */
  readonly readSsh: () => Promise<VmSshOf>;
  readonly terminal: Terminal;
  readonly network: Pick<NetworkPorts, 'clock' | 'log'>;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** What a status shows. */
export interface Shown {
  readonly views: readonly AccountView[];
  readonly costs: ShownCosts;
  readonly sshOf: VmSshOf;
}

/** The status as text, with a line break at its end. @param hasProblems see `TableOptions` */
export function renderStatus(
  { views, costs, sshOf }: Shown,
  run: StatusRun,
  hasProblems = false,
): string {
  const { command, table, terminal, network } = run;
  if (table === null) return `${terminalJson(statusJson(views, sshOf, costs))}\n`;
  const color = command.color && terminal.hasColor;
  const now = network.clock.now();
  const options = { now, color, width: terminal.width, sshOf, costs, hasProblems };
  return `${table(views, options).join('\n')}\n`;
}
