import type { Usage } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { isSameRange, presetRange } from '../../shared/usage/day-range.ts';
import { reportedPeriod } from '../../shared/usage/usage-period.ts';
import { type Clock, createTimer, sleep, wallTimeOf } from '../clock.ts';
import type { ProviderClient } from '../providers/index.ts';
import { ProblemError } from '../user-error.ts';
import { type BilledCosts, untilNextReports } from './costs.ts';

/** The last usage reports. Times are ms since the epoch. */
export interface UsageReports {
  readonly billed: readonly BilledCosts[];
  readonly at: number;
  /** When they are requested again if a cost is unknown. */
  readonly retryAt: number;
}

type UsageClient = Pick<ProviderClient, 'usage'>;

/** The measured costs of an account whose provider tells none, until `at`; unknown before its first reading. Null: they cannot be read. */
export type MeasureCosts = (
  accountId: string,
  now: number,
) => Promise<Pick<BilledCosts, 'at' | 'today' | 'month'> | null>;

/** Both null: aborted. */
export async function readReport<T extends Usage>(
  request: Promise<T>,
  signal: AbortSignal,
): Promise<{ readonly usage: T | null; readonly problem: Problem | null }> {
  try {
    return { usage: await request, problem: null };
  } catch (error) {
    if (error instanceof ProblemError) return { usage: null, problem: error.problem };
    if (signal.aborted) return { usage: null, problem: null };
    throw error;
  }
}

/** Further VMs of a report are left out. */
const MAX_VMS = 2_000;

/** The costs of each VM. One that is listed several times, such as with two GPU models, is summed up. */
function vmCosts(usage: Usage | null, keyOf = (vmId: string) => vmId): BilledCosts['vms'] {
  const costs = new Map<string, number>();
  for (const { vmId, cost } of (usage?.vms ?? []).slice(0, MAX_VMS)) {
    const key = keyOf(vmId);
    if (cost !== null) costs.set(key, (costs.get(key) ?? 0) + cost);
  }
  return Object.fromEntries(costs);
}

/** The amounts of a report of today. */
function todayOf(usage: Usage | null): Pick<BilledCosts, 'today' | 'ofToday'> {
  const vms = vmCosts(usage);
  const named = Object.values(vms).reduce((sum, cost) => sum + cost, 0);
  const ofVms = usage?.vmCost ?? usage?.totalCost ?? 0;
  const ofToday = { vms, unnamed: Math.max(0, ofVms - named) };
  return { today: usage?.totalCost ?? null, ofToday };
}

/** The amounts of a report of the month. */
function monthOf(accountId: string, usage: Usage | null) {
  const vms = vmCosts(usage, (vmId) => vmKey(accountId, vmId));
  return { month: usage?.totalCost ?? null, vms };
}

/** Requests an account's costs of today and this month, one after the other: they are the largest answers of the service. */
export async function readUsageReports(
  accountId: string,
  client: UsageClient,
  now: number,
  signal: AbortSignal,
  measure?: MeasureCosts,
): Promise<BilledCosts> {
  const { usage } = client;
  if (usage === undefined) {
    const measured = (await measure?.(accountId, now)) ?? null;
    const unknown = { accountId, at: now, today: null, month: null, vms: {}, problem: null };
    return { ...unknown, ...measured, isSilent: true };
  }
  const read = async (preset: 'today' | 'month') => {
    const range = presetRange(preset, now);
    const report = await readReport(usage(range, signal), signal);
    const period = report.usage && reportedPeriod(report.usage, range);
    return period === null || isSameRange(period, range) ? report : { ...report, usage: null };
  };
  const today = await read('today');
  const month = await read('month');
  const problem = today.problem ?? month.problem;
  const amounts = { ...todayOf(today.usage), ...monthOf(accountId, month.usage) };
  return { accountId, at: now, problem, ...amounts };
}

export interface ReportPorts {
  /** By account id. */
  readonly clients: () => ReadonlyMap<string, UsageClient>;
  readonly clock: Clock;
  readonly received: (reports: UsageReports) => void;
  /** Default: accounts whose provider reports no past costs have unknown ones. */
  readonly measure?: MeasureCosts;
}

/** The pause after a failed report. */
const RETRY_MS = 5 * 60_000;

/** Minimum time between two requests for an account's reports. */
const MIN_REQUEST_MS = 1_000;

interface AccountReport {
  readonly client: UsageClient;
  /** Monotonic ms of the account's last request, also by an earlier client. */
  askedAt: number;
  /** Null: not received yet. */
  billed: BilledCosts | null;
  /** Monotonic ms of the next request. */
  dueAt: number;
  /** Null: no request is pending. */
  answer: Promise<void> | null;
}

export const lacksAmount = ({ today, month }: BilledCosts) => today === null || month === null;

/** ms until the next request after this report, and not before a time that the service named. */
function untilDue(billed: BilledCosts, now: number): number {
  const routine = untilNextReports(now);
  if (!lacksAmount(billed)) return routine;
  const { problem } = billed;
  const retryAt = problem !== null && 'retryAt' in problem ? (problem.retryAt ?? now) : now;
  return Math.max(Math.min(RETRY_MS, routine), retryAt - now);
}

/** Requests the usage reports of accounts on request, then every hour and at the start of a day. */
export function createReportPolling({ clients, clock, received, measure }: ReportPorts) {
  const reports = new Map<string, AccountReport>();
  const timer = createTimer(clock);
  let controller = new AbortController();

  function cancel(): void {
    timer.clear();
    controller.abort();
    controller = new AbortController();
    for (const report of reports.values()) report.answer = null;
  }

  function schedule(): void {
    timer.clear();
    if (reports.size === 0) return;
    const dueAt = Math.min(...[...reports.values()].map((report) => report.dueAt));
    timer.set(dueAt - clock.monotonic(), requestDue);
  }

  function requestDue(): void {
    const due = [...reports].filter(([, { dueAt }]) => dueAt <= clock.monotonic());
    // The timer's delay is bounded.
    if (due.length === 0) schedule();
    else void request(due.map(([id]) => id));
  }

  async function ask(id: string, report: AccountReport, signal: AbortSignal): Promise<void> {
    const rest = report.askedAt + MIN_REQUEST_MS - clock.monotonic();
    if (rest > 0) await sleep(clock, rest, signal).catch(() => {});
    if (signal.aborted || reports.get(id) !== report) return;
    report.askedAt = clock.monotonic();
    const billed = await readUsageReports(id, report.client, clock.now(), signal, measure);
    if (signal.aborted) return;
    report.billed = billed;
    report.dueAt = clock.monotonic() + untilDue(billed, clock.now());
    report.answer = null;
  }

  function publish(): void {
    const billed = [...clients().keys()].flatMap((id) => reports.get(id)?.billed ?? []);
    schedule();
    const all = [...reports.values()];
    const unknown = all.filter((report) => report.billed === null || lacksAmount(report.billed));
    const dueAt = Math.min(...(unknown.length > 0 ? unknown : all).map((report) => report.dueAt));
    received({ billed, at: clock.now(), retryAt: wallTimeOf(clock, dueAt) });
  }

  /** Resolves when the answers were received, or the requests were cancelled. */
  async function request(ids: Iterable<string> = clients().keys()): Promise<void> {
    const { signal } = controller;
    const answers = [...ids].map((id) => {
      const client = clients().get(id);
      if (client === undefined) return undefined;
      const known = reports.get(id);
      const { askedAt = Number.NEGATIVE_INFINITY } = known ?? {};
      const unread = { client, askedAt, billed: null, dueAt: 0, answer: null };
      const report = known?.client === client ? known : unread;
      reports.set(id, report);
      if (report.answer === null) {
        report.dueAt = clock.monotonic() + untilNextReports(clock.now());
        report.answer = ask(id, report, signal);
      }
      return report.answer;
    });
    schedule();
    await Promise.all(answers);
    if (!signal.aborted) publish();
  }

  return {
    request,
    cancel,
    /** Accounts were added, signed in to again or removed: requests only the reports of new clients. */
    async accountsChanged(): Promise<void> {
      for (const id of reports.keys()) if (!clients().has(id)) reports.delete(id);
      const isNew = ([id, client]: [string, UsageClient]) => reports.get(id)?.client !== client;
      await request([...clients()].filter(isNew).map(([id]) => id));
    },
  };
}
