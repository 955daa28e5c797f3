import { CredentialError } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';
import type { Part } from './application.ts';
import { applyBills } from './apply.ts';
import { type BilledCosts, untilNextReports, utcDay, utcMonthStart } from './costs.ts';
import type { StateStore } from './state-store.ts';

type UsageClient = Pick<ServiceClient, 'usage'>;

/** `clients`: by account id. */
export interface BillsPorts {
  readonly clients: () => ReadonlyMap<string, UsageClient>;
  readonly clock: Clock;
}

/** After a report that failed, e.g. before the network was up, ms. */
const RETRY_MS = 5 * 60_000;

async function totalCost(
  client: UsageClient,
  startDate: string,
  endDate: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    return (await client.usage({ startDate, endDate }, signal)).totalCost;
  } catch (error) {
    // The polls show what is wrong with the account; here the cost is just unknown.
    const isExpected = error instanceof ServiceError || error instanceof CredentialError;
    if (isExpected || signal.aborted) return null;
    throw error;
  }
}

async function billedCosts(
  [accountId, client]: readonly [string, UsageClient],
  now: number,
  signal: AbortSignal,
): Promise<BilledCosts> {
  const day = utcDay(now);
  const today = await totalCost(client, day, day, signal);
  const month = await totalCost(client, utcMonthStart(now), day, signal);
  return { accountId, today, month };
}

/**
 * Requests the usage reports of all accounts when the accounts change, after a reconnect or a wake, every hour, and at the start
 * of a day. Not with each poll, since they are the largest answers of the service. A new round cancels the previous one.
 */
export function startBills({ clients, clock }: BillsPorts, store: StateStore): Part {
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
    const requests = [...clients()].map((entry) => billedCosts(entry, clock.now(), signal));
    const billed = await Promise.all(requests);
    if (signal.aborted) return;
    store.apply(applyBills(store.core(), billed, clock.now()));
    const isUnknown = billed.some(({ today, month }) => today === null || month === null);
    if (isUnknown) schedule(RETRY_MS);
  }

  function request(): void {
    cancel();
    controller = new AbortController();
    schedule(Number.POSITIVE_INFINITY);
    void requestAll(controller.signal);
  }

  return {
    accountsChanged: request,
    online(isOnline) {
      if (isOnline) request();
    },
    suspended: cancel,
    resumed: request,
    stop: cancel,
  };
}
