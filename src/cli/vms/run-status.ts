import { isDeepStrictEqual } from 'node:util';
import { withIdleNote } from '../../core/acting/index.ts';
import {
  applyReading,
  applyUsageReport,
  withAgedCosts,
  withMeasured,
  withNextPoll,
} from '../../core/app/kernel/apply-poll.ts';
import { createTimer, unlessAborted } from '../../core/clock.ts';
import { createReports } from '../../core/costs/index.ts';
import { createMonitor } from '../../core/monitor/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { SourcesRun } from '../accounts/sources.ts';
import type { ExitCode } from '../errors.ts';
import { measuredBy } from '../history/user-history.ts';
import { createReadiness, withUserFiles } from '../ssh/vm-ssh.ts';
import { openUserSsh } from '../user.ts';
import {
  accountIssues,
  isPrinted,
  problemNotes,
  reportProblems,
  statusExitCode,
  type ViewStatus,
  viewsOf,
} from './account-view.ts';
import { readOnce, stateOf } from './read-state.ts';
import { renderStatus, type StatusRun } from './status-table.ts';

/** Changes with everything that is shown, except for what changes with time alone. */
const versionOf = (app: AppState) => [
  [app.vmSshAccess, app.autoStops],
  [app.costs.today, app.costs.month].map(({ known, isAtLeast }) => (isAtLeast ? null : known)),
  app.missingCosts?.problem?.kind,
  viewsOf(app).map((view) => {
    const { vms, spend } = view.state;
    // One failed poll is nothing to report.
    const status = view.status === 'retrying' ? 'live' : view.status;
    const problems = accountIssues(app, 0, view.id).map(({ problem }) => problem);
    return [vms.value, spend.value, status, problems];
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

  return (app: AppState, isLast: boolean) => {
    const before = version;
    version = versionOf(app);
    const isChanged = isRedrawn || !isDeepStrictEqual(version, before);
    if (isChanged && (!isLast || isPrinted(app))) {
      const text = renderStatus(app, run, isRedrawn && !isLast);
      terminal.out(isRedrawn ? `${REPLACE}${text}` : text);
    }
    // On a terminal they are below the table.
    if (isRedrawn && !isLast) return;
    const notes = problemNotes(app, clock.now());
    for (const { key, line } of notes) if (!warned.includes(key)) terminal.error(`${line}\n`);
    warned = notes.map(({ key }) => key);
  };
}

/** ms; shows the ages, and data that has become out of date without another poll. */
const REDRAW_MS = 5_000;

/** Retrying cannot change these. */
const NEEDS_PERSON: readonly ViewStatus[] = ['signedOut', 'blocked'];

/** Prints each change: on a terminal in place. Ends when every account is signed out or blocked. @throws the signal's reason */
export async function watchStatus(run: StatusRun): Promise<ExitCode> {
  const { sources, signal, clock, settings } = run;
  const history = measuredBy(settings);
  const clients = new Map(sources.map(({ id, client }) => [id, client]));
  const monitor = createMonitor({ clock, log: run.network.log, random: Math.random });
  const print = createPrinter(run);
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<ExitCode>();
  const redraw = createTimer(clock);
  let core = stateOf(sources, clock.now());
  let hasEnded = false;

  const reports = createReports({
    clients,
    clock,
    log: run.network.log,
    measure: history.costs,
    received(report) {
      core = applyUsageReport(core, report, clock.now());
      draw();
    },
  });

  function draw(): void {
    if (hasEnded) return;
    redraw.clear();
    core = withAgedCosts(core, clock.now());
    const views = viewsOf(core);
    // Before each account has answered, totals would be incomplete.
    if (views.some(({ status }) => status === 'starting')) return;
    hasEnded = views.every(({ status }) => NEEDS_PERSON.includes(status));
    print(core, hasEnded);
    if (hasEnded) {
      end(statusExitCode(core));
      return;
    }
    redraw.set(REDRAW_MS, draw);
  }

  /** After a poll: what the files of this computer say of it. */
  async function readFiles(accountId: string): Promise<void> {
    const now = clock.now();
    const today = await history.today(accountId, now);
    const read = await run.readFiles(core);
    const { vmActivity, vmLoads, vmWaste, accounts, vmSshAccess, autoStops } = read;
    const files = { vmActivity, vmLoads, vmWaste, accounts, vmSshAccess, autoStops };
    core = withMeasured({ ...core, ...files }, accountId, today, now);
    draw();
    if (!hasEnded) void reports.requestDue(accountId);
  }

  monitor.events.on('poll', (report) => {
    core = applyReading(core, report, clock.now());
  });
  monitor.events.on('schedule', (accountId, at) => {
    core = withNextPoll(core, accountId, at);
    readFiles(accountId).catch(fail);
  });
  try {
    signal.throwIfAborted();
    for (const [id, client] of clients) monitor.add(id, client);
    return await unlessAborted(ended, signal);
  } finally {
    hasEnded = true;
    redraw.clear();
    reports.cancel();
    monitor.stop();
  }
}

async function printStatus(run: StatusRun): Promise<ExitCode> {
  const { terminal } = run;
  const app = await run.readFiles(await readOnce(run));
  if (isPrinted(app)) terminal.out(renderStatus(app, run));
  return reportProblems(app, run);
}

export async function runStatus(own: SourcesRun<'status'>): Promise<ExitCode> {
  const { command, settings, terminal, shell, clock } = own;
  const ssh = await openUserSsh(own);
  const readiness = createReadiness(settings.current, own);
  // No program waits for the answers of VMs.
  const isAsked = terminal.isInteractive && !command.json;
  async function readFiles(read: AppState) {
    const { app } = await withIdleNote(read, settings.folder, clock.now());
    const ready = isAsked ? await readiness(app) : new Map<string, boolean>();
    return withUserFiles(app, { ssh, settings: await settings.file.load(), shell }, ready);
  }
  const run = { ...own, readFiles };
  return command.watch ? watchStatus(run) : printStatus(run);
}
