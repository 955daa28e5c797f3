import { accountProblem } from '../../../shared/domain/index.ts';
import { createReportPolling, type ReportPorts } from '../../costs/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import { applyBills } from '../kernel/apply-poll.ts';
import type { PartWith } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';

/** Keeps the costs up to date: requests the usage reports also when the accounts change, and after a reconnect or a wake. */
export function startUsageReports({
  store,
  clients,
  clock,
}: Omit<ReportPorts, 'received'> & { readonly store: StateStore }) {
  const { request, cancel, accountsChanged } = createReportPolling({
    clients,
    clock,
    received: (bills) => store.apply(applyBills(store.core(), bills)),
  });

  function hasUnknown(): boolean {
    const { today, month } = store.get().costs;
    return today.known === null || month.known === null;
  }

  /** Requests that hang since before the network changed or the computer slept have no answer. */
  function restart(): void {
    cancel();
    void request();
  }

  return {
    /** Requests the costs that are unknown. Resolves when they were received, or the request has failed. */
    async refresh(): Promise<void> {
      if (hasUnknown()) await request();
    },
    polled({ accountId, before, after }: PollReport) {
      const isRecovered = accountProblem(before) !== null && accountProblem(after) === null;
      if (isRecovered && hasUnknown()) void request([accountId]);
    },
    accountsChanged,
    online(isOnline: boolean) {
      if (isOnline) restart();
    },
    suspended: cancel,
    resumed: restart,
    stop: cancel,
  } satisfies PartWith<'refresh'>;
}
