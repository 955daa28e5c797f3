import type { MeasureCosts } from '../../core/costs/index.ts';
import type { NetworkPorts } from '../../core/providers/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { terminalJson } from '../output.ts';
import type { VmSshOf } from '../ssh/vm-ssh.ts';
import type { ShownCosts } from '../usage/costs.ts';
import type { Context } from '../user.ts';
import type { AccountView } from './account-view.ts';
import { statusJson } from './status-json.ts';
import { statusTable } from './status-table.ts';

export interface StatusRun extends Pick<Context, 'terminal' | 'signal'> {
  readonly command: Pick<CommandOf<'status'>, 'json' | 'watch' | 'color'>;
  readonly sources: readonly StatusSource[];
  /** Reads the SSH files and the auto-stops: the app may write them at any time. */
  readonly readSsh: (views: readonly AccountView[]) => Promise<VmSshOf>;
  readonly network: Pick<NetworkPorts, 'clock' | 'log'>;
  /** Reads the costs of accounts whose provider reports none. */
  readonly measure: MeasureCosts;
}

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
  const { command, terminal, network } = run;
  if (command.json) return `${terminalJson(statusJson(views, sshOf, costs))}\n`;
  const color = command.color && terminal.hasColor;
  const now = network.clock.now();
  const options = { now, color, width: terminal.width, sshOf, costs, hasProblems };
  return `${statusTable(views, options).join('\n')}\n`;
}
