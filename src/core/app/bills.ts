import { accountProblem } from '../../shared/domain/index.ts';
import type { PollReport } from '../monitor/index.ts';
import { applyBills } from './apply.ts';
import type { StateStore } from './state-store.ts';
import { createReportPolling, type ReportPorts } from './usage-reports.ts';

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
