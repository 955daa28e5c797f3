import { accountProblem } from '../../../shared/domain/account-state.ts';
import { createReportPolling, type ReportPorts, type UsageReports } from '../../costs/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import { applyUsageReports } from '../kernel/apply-poll.ts';
import type { PartPorts, PartWith } from '../kernel/ports.ts';

type UsageReportsPorts = Pick<PartPorts, 'store'> & Omit<ReportPorts, 'received'>;

export function startUsageReports({ store, ...ports }: UsageReportsPorts) {
  const received = (reports: UsageReports) => store.apply(applyUsageReports(store.core(), reports));
  const { request, cancel, accountsChanged } = createReportPolling({ ...ports, received });

  function hasUnknown(): boolean {
    const { today, month } = store.get().costs;
    return today.known === null || month.known === null;
  }

  /** Hanging requests from before the network changed or the computer slept have no answer. */
  function restart(): void {
    cancel();
    void request();
  }

  return {
    request,
    /** Requests unknown costs. Resolves also after a failure. */
    async refresh(): Promise<void> {
      if (hasUnknown()) await request();
    },
    polled({ accountId, before, after }: PollReport) {
      const isRecovered = accountProblem(before) !== null && accountProblem(after) === null;
      const hasGap = store.core().memory.bills[accountId]?.hasGap === true;
      if (isRecovered && (hasGap || hasUnknown())) void request([accountId]);
    },
    accountsChanged,
    online(isOnline: boolean) {
      if (isOnline) restart();
    },
    suspended: cancel,
    resumed: restart,
    stop: cancel,
  } satisfies PartWith<'request' | 'refresh'>;
}
