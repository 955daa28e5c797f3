import { presetRange, vmKey } from '../../shared/app/index.ts';
import { accountProblem, type Problem, type Usage } from '../../shared/domain/index.ts';
import { CredentialError } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import type { PollReport } from '../monitor/index.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';
import { applyBills } from './apply.ts';
import { type BilledCosts, untilNextReports } from './costs.ts';
import type { Bills, StateStore } from './state-store.ts';

/** The request for an account's usage reports. */
export type UsageClient = Pick<ServiceClient, 'usage'>;

/** Waits for a usage report. Without usage and without a problem: aborted. */
export async function readReport<T extends Usage>(
  request: Promise<T>,
  signal: AbortSignal,
): Promise<{ readonly usage: T | null; readonly problem: Problem | null }> {
  try {
    return { usage: await request, problem: null };
  } catch (error) {
    if (error instanceof ServiceError || error instanceof CredentialError)
      return { usage: null, problem: error.problem };
    if (signal.aborted) return { usage: null, problem: null };
    throw error;
  }
}

/** Of a report; further VMs are left out. */
const MAX_VMS = 2_000;

/** What each VM cost, by `vmKey`. A VM that is listed several times, such as with two GPU models, is summed up. */
function vmCosts(accountId: string, usage: Usage | null): BilledCosts['vms'] {
  const costs = new Map<string, number>();
  for (const { vmId, cost } of (usage?.vms ?? []).slice(0, MAX_VMS)) {
    const key = vmKey(accountId, vmId);
    if (cost !== null) costs.set(key, (costs.get(key) ?? 0) + cost);
  }
  return Object.fromEntries(costs);
}

/**
 * Requests an account's costs of today and this month, one after the other: they are the largest answers of the service.
 * @param now ms since the epoch
 */
export async function readBills(
  accountId: string,
  client: UsageClient,
  now: number,
  signal: AbortSignal,
): Promise<BilledCosts> {
  const read = (preset: 'today' | 'month') =>
    readReport(client.usage(presetRange(preset, now), signal), signal);
  const today = await read('today');
  const month = await read('month');
  return {
    accountId,
    today: today.usage?.totalCost ?? null,
    month: month.usage?.totalCost ?? null,
    vms: vmCosts(accountId, month.usage),
    problem: today.problem ?? month.problem,
  };
}

/** `clients`: by account id. */
export interface ReportPorts {
  readonly clients: () => ReadonlyMap<string, UsageClient>;
  readonly clock: Clock;
  readonly received: (bills: Bills) => void;
}

/** After a report that failed, e.g. before the network was up, ms. */
const RETRY_MS = 5 * 60_000;

/**
 * Requests the usage reports of all accounts on request, then every hour and at the start of a day: not with each poll, since
 * they are the largest answers of the service. A new round cancels the previous one.
 */
export function createReportPolling({ clients, clock, received }: ReportPorts) {
  let cancelTimer = () => {};
  let controller = new AbortController();

  function cancel(): void {
    cancelTimer();
    controller.abort();
  }

  function schedule(ms: number): void {
    cancelTimer();
    cancelTimer = clock.after(Math.min(ms, untilNextReports(clock.now())), request);
  }

  async function requestAll(signal: AbortSignal): Promise<void> {
    const requests = [...clients()].map(([id, client]) =>
      readBills(id, client, clock.now(), signal),
    );
    const billed = await Promise.all(requests);
    if (signal.aborted) return;
    const isUnknown = billed.some(({ today, month }) => today === null || month === null);
    if (isUnknown) schedule(RETRY_MS);
    const at = clock.now();
    received({ billed, at, retryAt: at + Math.min(RETRY_MS, untilNextReports(at)) });
  }

  /** Resolves when the answers were received, or the round was cancelled. */
  function request(): Promise<void> {
    cancel();
    controller = new AbortController();
    schedule(Number.POSITIVE_INFINITY);
    return requestAll(controller.signal);
  }

  return { request, cancel };
}

/** Keeps the costs up to date: requests the usage reports also when the accounts change, and after a reconnect or a wake. */
export function startBills(
  { clients, clock }: Pick<ReportPorts, 'clients' | 'clock'>,
  store: StateStore,
) {
  const { request, cancel } = createReportPolling({
    clients,
    clock,
    received: (bills) => store.apply(applyBills(store.core(), bills)),
  });

  function hasUnknown(): boolean {
    const { today, month } = store.get().costs;
    return today.known === null || month.known === null;
  }

  return {
    /** Requests the costs that are unknown. Resolves when they were received, or the request has failed. */
    async refresh(): Promise<void> {
      if (hasUnknown()) await request();
    },
    polled({ before, after }: PollReport) {
      const isRecovered = accountProblem(before) !== null && accountProblem(after) === null;
      if (isRecovered && hasUnknown()) void request();
    },
    accountsChanged: request,
    online(isOnline: boolean) {
      if (isOnline) void request();
    },
    suspended: cancel,
    resumed: request,
    stop: cancel,
  };
}
