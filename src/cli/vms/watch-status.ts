import { isDeepStrictEqual } from 'node:util';
import {
  applyReading,
  applyUsageReports,
  withAgedCosts,
  withMeasured,
  withNextPoll,
} from '../../core/app/kernel/apply-poll.ts';
import { createTimer } from '../../core/clock.ts';
import { createReportPolling } from '../../core/costs/index.ts';
import { createMonitor } from '../../core/monitor/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { measuredBy } from '../history/user-history.ts';
import { NO_SSH, type VmSshOf } from '../ssh/vm-ssh.ts';
import {
  accountIssues,
  isPrinted,
  problemNotes,
  statusExitCode,
  type ViewStatus,
  viewsOf,
} from './account-view.ts';
import { stateOf } from './read-state.ts';
import { renderStatus, type StatusRun } from './render-status.ts';

/** Changes with everything that is shown, except for what changes with time alone. */
const versionOf = (app: AppState, sshOf: VmSshOf) => [
  [app.costs.today, app.costs.month].map(({ known, isAtLeast }) => (isAtLeast ? null : known)),
  app.missingCosts?.problem?.kind,
  viewsOf(app).map((view) => {
    const { vms, spend } = view.state;
    // One failed poll is nothing to report.
    const status = view.status === 'retrying' ? 'live' : view.status;
    const ssh = vms.value?.vms.map((vm) => sshOf(view, vm));
    const problems = accountIssues(app, 0, view.id).map(({ problem }) => problem);
    return [vms.value, spend.value, status, problems, ssh];
  }),
];

/** Cursor home, then erase to the end: replaces the previous status without flicker. */
const REPLACE = '\u001b[H\u001b[J';

/** Prints each problem once until it is over. */
function createPrinter(run: StatusRun) {
  const { terminal, clock } = run;
  const isRedrawn = terminal.isInteractive && !run.command.json;
  let version: unknown = null;
  let warned: readonly string[] = [];

  function warn(app: AppState): void {
    const notes = problemNotes(app, clock.now());
    for (const { key, line } of notes) if (!warned.includes(key)) terminal.error(`${line}\n`);
    warned = notes.map(({ key }) => key);
  }

  return (app: AppState, sshOf: VmSshOf, isLast: boolean) => {
    if (isLast && !isPrinted(app)) {
      warn(app);
      return;
    }
    if (isRedrawn) {
      terminal.out(`${REPLACE}${renderStatus(app, sshOf, run, !isLast)}`);
      if (isLast) warn(app);
      return;
    }
    const next = versionOf(app, sshOf);
    if (!isDeepStrictEqual(next, version)) terminal.out(renderStatus(app, sshOf, run));
    version = next;
    warn(app);
  };
}

/** ms; shows the ages, and data that has become out of date without another poll. */
const REDRAW_MS = 5_000;

/** Retrying cannot change these. */
const NEEDS_PERSON: readonly ViewStatus[] = ['signedOut', 'blocked'];

/**
 * Polls at the monitor's pace and prints when something changed: on a terminal in place, elsewhere one status or JSON object
 * after the other. Ends on interruption, or when every account is signed out or blocked.
 */
export async function watchStatus(run: StatusRun): Promise<ExitCode> {
  const { sources, signal, clock, settings } = run;
  const history = measuredBy(settings);
  const clients = new Map(sources.map(({ id, client }) => [id, client]));
  const monitor = createMonitor({ clock, log: run.network.log, random: Math.random });
  const print = createPrinter(run);
  let core = stateOf(sources, clock.now());
  let sshOf: VmSshOf = () => NO_SSH;

  return new Promise((resolve, reject) => {
    const redraw = createTimer(clock);
    let hasReports = false;
    let hasEnded = false;

    const reports = createReportPolling({
      clients: () => clients,
      clock,
      measure: history.costs,
      received(received) {
        core = applyUsageReports(core, received);
        draw();
      },
    });

    function end(exitCode: ExitCode): void {
      hasEnded = true;
      redraw.clear();
      unsubscribe();
      reports.cancel();
      monitor.stop();
      resolve(exitCode);
    }

    function draw(): void {
      redraw.clear();
      core = withAgedCosts(core, clock.now());
      const { app } = core;
      const views = viewsOf(app);
      // Before each account has answered, totals would be incomplete.
      if (hasEnded || views.some(({ status }) => status === 'starting')) return;
      const isLast = views.every(({ status }) => NEEDS_PERSON.includes(status));
      print(app, sshOf, isLast);
      if (isLast) {
        end(statusExitCode(app));
        return;
      }
      redraw.set(REDRAW_MS, draw);
      if (!hasReports) void reports.request();
      hasReports = true;
    }

    /** After a poll: what the files of this computer say of it. */
    async function readFiles(accountId: string): Promise<void> {
      const now = clock.now();
      const today = await history.today(accountId, now);
      const read = await run.readFiles(core.app);
      ({ sshOf } = read);
      const { vmActivity, vmLoads, vmWaste, ssh } = read.app;
      const app = { ...core.app, vmActivity, vmLoads, vmWaste, ssh };
      core = withMeasured({ ...core, app }, accountId, today, now);
      draw();
    }

    const unsubscribe = monitor.onPoll((report) => {
      core = applyReading(core, report, clock.now());
    });
    monitor.onScheduled((accountId, at) => {
      core = { ...core, app: withNextPoll(core.app, accountId, at) };
      readFiles(accountId).catch(reject);
    });
    signal.addEventListener('abort', () => end(EXIT.fresh), { once: true });
    if (signal.aborted) {
      end(EXIT.fresh);
      return;
    }
    for (const [id, client] of clients) monitor.add(id, client);
    draw();
  });
}
