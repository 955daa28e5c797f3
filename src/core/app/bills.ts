import type { Clock } from '../clock.ts';
import type { Part } from './application.ts';
import { applyBills } from './apply.ts';
import { untilNextReports } from './costs.ts';
import { readBills, type UsageClient } from './read-bills.ts';
import type { StateStore } from './state-store.ts';

/** `clients`: by account id. */
export interface BillsPorts {
  readonly clients: () => ReadonlyMap<string, UsageClient>;
  readonly clock: Clock;
}

/** After a report that failed, e.g. before the network was up, ms. */
const RETRY_MS = 5 * 60_000;

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
    const requests = [...clients()].map(([id, client]) =>
      readBills(id, client, clock.now(), signal),
    );
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
