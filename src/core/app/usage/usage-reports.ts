import { accountProblem } from '../../../shared/domain/account-state.ts';
import { createReports, type ReportPorts } from '../../costs/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import { applyUsageReport } from '../kernel/apply-poll.ts';
import type { PartPorts, PartWith } from '../kernel/ports.ts';

type UsageReportsPorts = Pick<PartPorts, 'store'> & Omit<ReportPorts, 'received'>;

export function startUsageReports({ store, ...ports }: UsageReportsPorts) {
  const { request, requestDue, cancel } = createReports({
    ...ports,
    received: (report) => store.apply(applyUsageReport(store.core(), report, ports.clock.now())),
  });

  function hasUnknown(): boolean {
    const { today, month } = store.get().costs;
    return today.known === null || month.known === null;
  }

  return {
    request,
    /** Requests unknown costs. Resolves also after a failure. */
    async refresh(): Promise<void> {
      if (hasUnknown()) await Promise.all([...ports.clients.keys()].map(request));
    },
    polled({ accountId, before, after }: PollReport) {
      const isRecovered = accountProblem(before) !== null && accountProblem(after) === null;
      const hasGap = store.core().memory.bills[accountId]?.hasGap === true;
      const isNow = isRecovered && (hasGap || hasUnknown());
      void (isNow ? request : requestDue)(accountId);
    },
    online(isOnline: boolean) {
      if (isOnline) cancel();
    },
    suspended: cancel,
    resumed: cancel,
    stop: cancel,
  } satisfies PartWith<'request' | 'refresh'>;
}
