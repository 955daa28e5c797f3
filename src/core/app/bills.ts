import type { Part } from './application.ts';
import { applyBills } from './apply.ts';
import type { StateStore } from './state-store.ts';
import { createReportPolling, type ReportPorts } from './usage-reports.ts';

/** Keeps the costs up to date: requests the usage reports also when the accounts change, and after a reconnect or a wake. */
export function startBills(
  { clients, clock }: Pick<ReportPorts, 'clients' | 'clock'>,
  store: StateStore,
): Part {
  const { request, cancel } = createReportPolling({
    clients,
    clock,
    received: (billed) => store.apply(applyBills(store.core(), billed, clock.now())),
  });
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
