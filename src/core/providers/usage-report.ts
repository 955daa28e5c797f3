import { sumAmounts, type Usage, type UsageLog } from '../../shared/domain/billing.ts';

/** An entry of a provider that bills amounts, without seconds, GB or bytes. */
export const amountLog = (
  amounts: Omit<UsageLog, 'id' | 'gpuSeconds' | 'storageGb' | 'networkBytes'>,
): UsageLog => ({ ...amounts, id: null, gpuSeconds: null, storageGb: null, networkBytes: null });

/** A report in which each VM has the sum of its entries, in the order in which they are named first. */
export function reportOf(
  logs: readonly UsageLog[],
  report: Omit<Usage, 'logs' | 'vms' | 'totalHours'>,
  nameOf: (vmId: string) => string | null = () => null,
): Usage {
  const byVm = Map.groupBy(logs, ({ vmId }) => vmId ?? '');
  const vms = [...byVm].map(([vmId, own]) => {
    const cost = sumAmounts(own.map(({ totalCost }) => totalCost));
    return { vmId, defaultName: nameOf(vmId), gpuModel: null, hours: null, cost };
  });
  return { ...report, totalHours: null, vms, logs };
}
