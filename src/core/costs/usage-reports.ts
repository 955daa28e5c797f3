import type { Usage } from '../../shared/domain/billing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/format/index.ts';
import { PROVIDERS } from '../../shared/providers/providers.ts';
import { type DayRange, isSameRange, presetRange } from '../../shared/usage/day-range.ts';
import { reportedPeriod } from '../../shared/usage/usage-period.ts';
import { type Clock, sleep } from '../clock.ts';
import { describeInternalError, type Log } from '../log.ts';
import type { ProviderClient } from '../providers/index.ts';
import { type Attempt, attempt } from '../user-error.ts';
import type { BilledCosts } from './costs.ts';

type UsageClient = Pick<ProviderClient, 'usage'>;

/** The measured costs of an account whose provider tells none, until `at`; unknown before its first reading. Null: they cannot be read. */
export type MeasureCosts = (
  accountId: string,
  now: number,
) => Promise<Pick<BilledCosts, 'at' | 'today' | 'month'> | null>;

/** The report of a range, with its log. @throws as `attempt` */
export async function readUsage(
  { usage }: UsageClient,
  provider: keyof typeof PROVIDERS,
  range: DayRange,
  signal?: AbortSignal,
): Promise<Attempt<Usage>> {
  if (usage !== undefined) return attempt(usage(range, signal, true), signal);
  return { value: null, problem: { kind: 'noUsage', provider: PROVIDERS[provider].name } };
}

/** Further VMs of a report are left out. */
const MAX_VMS = 2_000;

/** The costs of each VM. One that is listed several times, such as with two GPU models, is summed up. */
function vmCosts(usage: Usage | null): BilledCosts['vms'] {
  const costs = new Map<string, number>();
  for (const { vmId, cost } of (usage?.vms ?? []).slice(0, MAX_VMS))
    if (cost !== null) costs.set(vmId, (costs.get(vmId) ?? 0) + cost);
  return Object.fromEntries(costs);
}

function todayOf(usage: Usage | null): Pick<BilledCosts, 'today' | 'ofToday'> {
  const vms = vmCosts(usage);
  const named = Object.values(vms).reduce((sum, cost) => sum + cost, 0);
  const ofVms = usage?.vmCost ?? usage?.totalCost ?? 0;
  const ofToday = { vms, unnamed: Math.max(0, ofVms - named) };
  return { today: usage?.totalCost ?? null, ofToday };
}

/** The pause after a failed report. */
const RETRY_MS = 5 * MINUTE_MS;

export const lacksAmount = ({ today, month }: Pick<BilledCosts, 'today' | 'month'>) =>
  today === null || month === null;

/** With the time of the next request, soon after a failure, and not before a time that the service named. */
function withDue(report: Omit<BilledCosts, 'dueAt'>, now: number): BilledCosts {
  const { problem } = report;
  const nextDay = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  // In an hour, or a minute after midnight (UTC), when other costs begin.
  const routine = Math.min(now + HOUR_MS, nextDay + MINUTE_MS);
  if (!lacksAmount(report)) return { ...report, dueAt: routine };
  const retryAt = problem !== null && 'retryAt' in problem ? (problem.retryAt ?? now) : now;
  return { ...report, dueAt: Math.max(Math.min(now + RETRY_MS, routine), retryAt) };
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
    return withDue({ ...unknown, ...measured, isSilent: true }, now);
  }
  const read = async (preset: 'today' | 'month') => {
    const range = presetRange(preset, now);
    const { value: report, problem } = await attempt(usage(range, signal), signal);
    const period = report && reportedPeriod(report, range);
    return { usage: period === null || isSameRange(period, range) ? report : null, problem };
  };
  const today = await read('today');
  const month = await read('month');
  const problem = today.problem ?? month.problem;
  const ofMonth = { month: month.usage?.totalCost ?? null, vms: vmCosts(month.usage) };
  return withDue({ accountId, at: now, problem, ...todayOf(today.usage), ...ofMonth }, now);
}

export interface ReportPorts {
  /** By account id. */
  readonly clients: ReadonlyMap<string, UsageClient>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly received: (report: BilledCosts) => void;
  /** Default: accounts whose provider reports no past costs have unknown ones. */
  readonly measure?: MeasureCosts;
}

/** Minimum time between two requests for an account's reports. */
const MIN_REQUEST_MS = 1_000;

interface Asked {
  readonly client: UsageClient;
  /** Monotonic ms of the account's last request, also by an earlier client. */
  at: number;
  /** Monotonic ms of the next request. */
  dueAt: number;
  /** Null: no request is pending. */
  answer: Promise<void> | null;
}

/** Requests an account's usage reports on request and, when they are due, after its polls. */
export function createReports({ clients, clock, log, received, measure }: ReportPorts) {
  const asked = new Map<string, Asked>();
  let controller = new AbortController();

  async function ask(id: string, own: Asked, signal: AbortSignal): Promise<void> {
    const rest = own.at + MIN_REQUEST_MS - clock.monotonic();
    if (rest > 0) await sleep(clock, rest, signal);
    if (asked.get(id) !== own) return;
    own.at = clock.monotonic();
    const now = clock.now();
    const report = await readUsageReports(id, own.client, now, signal, measure);
    if (signal.aborted || clients.get(id) !== own.client) return;
    own.dueAt = own.at + report.dueAt - now;
    received(report);
  }

  /** Never rejects. Resolves when the reports were received, or their request has failed or was cancelled. */
  async function request(id: string): Promise<void> {
    const client = clients.get(id);
    const before = asked.get(id);
    if (client === undefined) return;
    if (before?.client === client && before.answer !== null) return before.answer;
    const { at = Number.NEGATIVE_INFINITY } = before ?? {};
    const own: Asked = { client, at, dueAt: clock.monotonic() + RETRY_MS, answer: null };
    asked.set(id, own);
    const { signal } = controller;
    own.answer = ask(id, own, signal)
      .catch((error) => {
        if (!signal.aborted) log.error('usage.internal_error', describeInternalError(error));
      })
      .finally(() => {
        own.answer = null;
      });
    await own.answer;
  }

  return {
    request,
    /** After a poll. An account that was signed in to again has another client, and is asked again. */
    async requestDue(id: string): Promise<void> {
      const known = asked.get(id);
      const isKnown = known !== undefined && known.client === clients.get(id);
      if (!isKnown || known.dueAt <= clock.monotonic()) await request(id);
    },
    /** Pending requests have no answer, such as those from before a sleep; all reports are due. */
    cancel(): void {
      controller.abort();
      controller = new AbortController();
      for (const own of asked.values()) Object.assign(own, { dueAt: 0, answer: null });
    },
  };
}
