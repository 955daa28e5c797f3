import type { MeasureCosts } from '../../core/costs/index.ts';
import type { NetworkPorts } from '../../core/providers/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { terminalJson } from '../output.ts';
import type { VmSshOf } from '../ssh/vm-ssh.ts';
import type { Context } from '../user.ts';
import { statusJson } from './status-json.ts';
import { statusTable } from './status-table.ts';

export interface StatusRun extends Pick<Context, 'terminal' | 'signal'> {
  readonly command: Pick<CommandOf<'status'>, 'json' | 'watch' | 'color'>;
  readonly sources: readonly StatusSource[];
  /** Reads the SSH files and the auto-stops: the app may write them at any time. */
  readonly readSsh: (app: AppState) => Promise<VmSshOf>;
  /** With the VMs that the app saw idle. */
  readonly withIdle: (app: AppState) => Promise<AppState>;
  readonly network: Pick<NetworkPorts, 'clock' | 'log'>;
  readonly history: {
    /** The costs of accounts whose provider reports none. */
    readonly costs: MeasureCosts;
    /** $ of an account's day; null: unknown. */
    readonly today: (accountId: string, now: number) => Promise<number | null>;
  };
}

/** The status as text, with a line break at its end. @param hasProblems see `TableOptions` */
export function renderStatus(
  app: AppState,
  sshOf: VmSshOf,
  { command, terminal, network }: StatusRun,
  hasProblems = false,
): string {
  const now = network.clock.now();
  if (command.json) return `${terminalJson(statusJson(app, sshOf, now))}\n`;
  const color = command.color && terminal.hasColor;
  const options = { now, color, width: terminal.width, sshOf, hasProblems };
  return `${statusTable(app, options).join('\n')}\n`;
}
