import type { NetworkPorts } from '../../core/accounts/index.ts';
import {
  createMonitor,
  type Monitor,
  type ReceivedTimes,
  readAccount,
} from '../../core/monitor/index.ts';
import { type AccountStatus, accountStatus } from '../../shared/domain/index.ts';
import type { StatusCommand } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { clientsSettled } from '../interruption.ts';
import * as messages from '../messages.ts';
import { type Terminal, terminalJson } from '../output.ts';
import {
  type AccountView,
  failedView,
  statusExitCode,
  viewOf,
  warnOfProblems,
} from './account-view.ts';
import type { StatusSource } from './sources.ts';
import { type SshCommandOf, statusJson } from './status-json.ts';
import { statusTable } from './status-table.ts';

export interface StatusRun {
  readonly command: Pick<StatusCommand, 'json' | 'watch' | 'color'>;
  readonly sources: readonly StatusSource[];
  readonly sshCommand: SshCommandOf;
  readonly terminal: Terminal;
  readonly network: Pick<NetworkPorts, 'clock' | 'log'>;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
}

/** The status as text, with a line break at its end. */
function renderStatus(views: readonly AccountView[], run: StatusRun): string {
  const { command, sshCommand, terminal, network } = run;
  if (command.json) return `${terminalJson(statusJson(views, sshCommand))}\n`;
  const color = command.color && terminal.hasColor;
  return `${statusTable(views, { now: network.clock.now(), color }).join('\n')}\n`;
}

async function read(source: StatusSource, { network, signal }: StatusRun): Promise<AccountView> {
  const { access } = source;
  if (access.kind === 'failed') return failedView(source, access.problem);
  const state = await readAccount(access.client, signal);
  const hasData = state.vms.value !== null || state.spend.value !== null;
  return viewOf(source, state, hasData ? network.clock.now() : null);
}

async function showOnce(run: StatusRun): Promise<ExitCode> {
  const views = await Promise.all(run.sources.map((source) => read(source, run)));
  // Scripts get their one object also without an account.
  if (views.length > 0 || run.command.json) run.terminal.out(renderStatus(views, run));
  if (views.length === 0) throw new CommandError(EXIT.signedOut, messages.account.signInOrPass);
  warnOfProblems(views, run.terminal);
  return statusExitCode(views.map(({ state }) => state));
}

/** ms; redraws a terminal for the ages alone. */
const REDRAW_MS = 5_000;

/** Cursor home, then erase to the end: replaces the previous status without flicker. */
const REPLACE = '\u001b[H\u001b[J';

/** Retrying cannot change these. */
const NEEDS_PERSON: readonly AccountStatus[] = ['signedOut', 'blocked'];

function oldest({ vmsAt, spendAt }: ReceivedTimes): number | null {
  const times = [vmsAt, spendAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

function currentViews(sources: readonly StatusSource[], monitor: Monitor): AccountView[] {
  const states = monitor.states();
  return sources.flatMap((source) => {
    if (source.access.kind === 'failed') return [failedView(source, source.access.problem)];
    const state = states.get(source.id);
    return state ? [viewOf(source, state, oldest(monitor.receivedAt(source.id)))] : [];
  });
}

/**
 * Polls at the monitor's pace and prints when something changed: on a terminal in place, elsewhere one status or JSON object
 * after the other. Ends on interruption, when every account is signed out or blocked, or when no sign-in succeeded.
 */
export async function watchStatus(run: StatusRun): Promise<ExitCode> {
  const { sources, terminal, signal, network } = run;
  const { clock, log } = network;
  const monitor = createMonitor({ clock, log, random: Math.random });
  const isRedrawn = terminal.isInteractive && !run.command.json;
  const isWatching = sources.some(({ access }) => access.kind === 'client');

  return new Promise((resolve) => {
    let cancelRedraw = () => {};

    function end(exitCode: ExitCode): void {
      cancelRedraw();
      unsubscribe();
      monitor.stop();
      resolve(exitCode);
    }

    function draw(): void {
      cancelRedraw();
      const views = currentViews(sources, monitor);
      const statuses = views.map(({ state }) => accountStatus(state));
      // Totals would be incomplete before each account has answered.
      if (statuses.includes('starting')) return;
      terminal.out(`${isRedrawn ? REPLACE : ''}${renderStatus(views, run)}`);
      if (!isWatching || statuses.every((status) => NEEDS_PERSON.includes(status))) {
        warnOfProblems(views, terminal);
        end(statusExitCode(views.map(({ state }) => state)));
      } else if (isRedrawn) cancelRedraw = clock.after(REDRAW_MS, draw);
    }

    const unsubscribe = monitor.onPoll(({ before, after }) => {
      if (before !== after) draw();
    });
    signal.addEventListener('abort', () => end(EXIT.fresh), { once: true });
    if (signal.aborted) {
      end(EXIT.fresh);
      return;
    }
    for (const { id, access } of sources)
      if (access.kind === 'client') monitor.add(id, access.client);
    draw();
  });
}

/** Shows the accounts, once or continuously. @returns the exit code for how up to date they are */
export async function runStatus(run: StatusRun): Promise<ExitCode> {
  try {
    return await (run.command.watch && run.sources.length > 0 ? watchStatus(run) : showOnce(run));
  } finally {
    const clients = run.sources.flatMap(({ access }) =>
      access.kind === 'client' ? access.client : [],
    );
    await clientsSettled(clients, run.network.clock);
  }
}
