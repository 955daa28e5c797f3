import { createMonitor, type Freshness, type Monitor } from '../../core/monitor/index.ts';
import { type AccountStatus, accountStatus } from '../../shared/domain/index.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { AccountView } from './account-view.ts';
import { complain, failedView, renderStatus, type StatusRun, viewOf } from './render-status.ts';
import type { StatusSource } from './sources.ts';
import { statusExitCode } from './status-exit.ts';

/** How often an interactive snapshot is drawn anew for its ages alone. */
const REDRAW_MS = 5_000;

/** Cursor home, then erase to the end: the snapshot is replaced without flicker. */
const REPLACE = '\u001b[H\u001b[J';

const NEEDS_PERSON: readonly AccountStatus[] = ['signedOut', 'blocked'];

function oldest({ vmsAt, spendAt }: Freshness): number | null {
  const times = [vmsAt, spendAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

function currentViews(sources: readonly StatusSource[], monitor: Monitor): AccountView[] {
  const states = monitor.states();
  return sources.flatMap((source) => {
    if (source.access.kind === 'failed') return [failedView(source, source.access.problem)];
    const state = states.get(source.id);
    return state ? [viewOf(source, state, oldest(monitor.freshness(source.id)))] : [];
  });
}

/**
 * Watches the accounts at the monitor's pace and prints whenever something changed: a snapshot that replaces the last one on
 * a terminal, one snapshot or JSON object after the other elsewhere. Ends when the user does, when only a person can help, or
 * when there is nothing to watch because the sign-in has failed.
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
      // The first snapshot waits until each account has been heard of, so that no sum is half of the truth.
      if (statuses.includes('starting')) return;
      terminal.out(`${isRedrawn ? REPLACE : ''}${renderStatus(views, run)}`);
      if (!isWatching || statuses.every((status) => NEEDS_PERSON.includes(status))) {
        complain(views, terminal);
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
