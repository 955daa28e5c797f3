import { isDeepStrictEqual } from 'node:util';
import { type Clock, createTimer } from '../../core/clock.ts';
import {
  type BilledCosts,
  type Bills,
  createReportPolling,
  withBillRate,
  withReports,
} from '../../core/costs/index.ts';
import {
  createMonitor,
  freshnessOf,
  NO_POLLS,
  type PollMemory,
  type PollReport,
  withPoll,
} from '../../core/monitor/index.ts';
import { type AccountState, comparedRate, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { unknownCosts } from '../../shared/usage/index.ts';
import type { StatusSource } from '../accounts/sources.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { NO_SSH, type VmSshOf } from '../ssh/vm-ssh.ts';
import { costsOfViews, rateIn, shownCosts } from '../usage/costs.ts';
import {
  type AccountView,
  isPrinted,
  problemNotes,
  statusExitCode,
  type ViewStatus,
  viewOf,
  viewProblem,
} from './account-view.ts';
import { renderStatus, type Shown, type StatusRun } from './render-status.ts';

function createWatched(sources: readonly StatusSource[], clock: Clock) {
  const states = new Map<string, AccountState>();
  const polls = new Map<string, PollMemory>();
  let bills: Bills = {};
  let applied: readonly BilledCosts[] = [];
  let costs = unknownCosts(clock.now());
  let sshOf: VmSshOf = () => NO_SSH;

  function viewNow(source: StatusSource, now: number): AccountView {
    const state = states.get(source.id) ?? UNKNOWN_STATE;
    const memory = polls.get(source.id) ?? NO_POLLS;
    const view = { ...viewOf(source, state, memory.asOf), isPolled: true };
    const isRetrying = freshnessOf(state, memory, true, now) === 'retrying';
    // Without data there is only the problem to show.
    return isRetrying && memory.asOf !== null ? { ...view, status: 'retrying' } : view;
  }

  const viewsNow = (now: number) => sources.map((source) => viewNow(source, now));

  return {
    polled(report: PollReport): void {
      const { accountId, after } = report;
      states.set(accountId, after);
      const bill = bills[accountId];
      const accrued = bill && withBillRate(bill, comparedRate(after), clock.now());
      if (accrued) bills = { ...bills, [accountId]: accrued };
      polls.set(accountId, withPoll(polls.get(accountId), report));
    },
    sshRead(next: VmSshOf): void {
      sshOf = next;
    },
    received(reports: readonly BilledCosts[]): void {
      const read = reports.filter((report) => !applied.includes(report));
      bills = withReports(bills, read, rateIn(viewsNow(clock.now())));
      applied = reports;
    },
    views: () => viewsNow(clock.now()),
    /** Null before each account has answered: totals would be incomplete. */
    shown(): Shown | null {
      const now = clock.now();
      const views = viewsNow(now);
      if (views.some(({ status }) => status === 'starting')) return null;
      costs = costsOfViews(bills, views, costs, now);
      return { views, costs: shownCosts(costs, bills, views, now), sshOf };
    },
    /** Changes with everything that is shown, except for what changes with time alone. */
    version: () => [
      [costs.today, costs.month].map(({ known, isAtLeast }) => (isAtLeast ? null : known)),
      [applied.flatMap(({ problem }) => problem?.kind ?? [])],
      ...viewsNow(clock.now()).map((view) => {
        const { vms, spend } = view.state;
        // One failed poll is nothing to report.
        const status = view.status === 'retrying' ? 'live' : view.status;
        const ssh = vms.value?.vms.map((vm) => sshOf(view, vm));
        return [vms.value, spend.value, status, viewProblem(view), ssh];
      }),
    ],
  };
}

/** Cursor home, then erase to the end: replaces the previous status without flicker. */
const REPLACE = '\u001b[H\u001b[J';

/** Prints each problem once until it is over. */
function createPrinter(run: StatusRun) {
  const { terminal, network } = run;
  const isRedrawn = terminal.isInteractive && !run.command.json;
  let version: unknown = null;
  let warned: readonly string[] = [];

  function warn({ views }: Shown): void {
    const notes = problemNotes(views, network.clock.now());
    for (const { key, line } of notes) if (!warned.includes(key)) terminal.error(`${line}\n`);
    warned = notes.map(({ key }) => key);
  }

  return (shown: Shown, next: unknown, isLast: boolean) => {
    if (isLast && !isPrinted(shown.views)) {
      warn(shown);
      return;
    }
    if (isRedrawn) {
      terminal.out(`${REPLACE}${renderStatus(shown, run, !isLast)}`);
      if (isLast) warn(shown);
      return;
    }
    if (!isDeepStrictEqual(next, version)) terminal.out(renderStatus(shown, run));
    version = next;
    warn(shown);
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
  const { sources, signal, network } = run;
  const { clock, log } = network;
  const clients = new Map(sources.map(({ id, client }) => [id, client]));
  const monitor = createMonitor({ clock, log, random: Math.random });
  const watched = createWatched(sources, clock);
  const print = createPrinter(run);

  return new Promise((resolve, reject) => {
    const redraw = createTimer(clock);
    let hasReports = false;
    let hasEnded = false;

    const reports = createReportPolling({
      clients: () => clients,
      clock,
      measure: run.measure,
      received({ billed }) {
        watched.received(billed);
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
      const shown = watched.shown();
      if (shown === null || hasEnded) return;
      const { views } = shown;
      const isLast = views.every(({ status }) => NEEDS_PERSON.includes(status));
      print(shown, watched.version(), isLast);
      if (isLast) {
        end(statusExitCode(views));
        return;
      }
      redraw.set(REDRAW_MS, draw);
      // Only now: the VMs show which accounts have the same owner and so the same bill.
      if (!hasReports) void reports.request();
      hasReports = true;
    }

    const unsubscribe = monitor.onPoll((report) => {
      watched.polled(report);
      void run.readSsh(watched.views()).then((sshOf) => {
        watched.sshRead(sshOf);
        draw();
      }, reject);
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
