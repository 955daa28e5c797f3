import type { Usage, UsageLog } from '../../shared/domain/billing.ts';
import { sum } from './http/read.ts';

/** An entry of a provider that bills amounts, without seconds, GB or bytes. */
export const amountLog = (
  amounts: Omit<UsageLog, 'id' | 'gpuSeconds' | 'storageGb' | 'networkBytes'>,
): UsageLog => ({ ...amounts, id: null, gpuSeconds: null, storageGb: null, networkBytes: null });

/** A sum, rounded to the millionth, so that 0.1 + 0.2 is 0.3; null when an amount is unknown. */
export function totalOf(amounts: readonly (number | null)[]): number | null {
  const total = sum(amounts);
  return total === null ? null : Math.round(total * 1_000_000) / 1_000_000;
}

/** A report in which each VM has the sum of its entries, in the order in which they are named first. */
export function reportOf(
  logs: readonly UsageLog[],
  report: Omit<Usage, 'logs' | 'vms' | 'totalHours'>,
  nameOf: (vmId: string) => string | null = () => null,
): Usage {
  const byVm = Map.groupBy(logs, ({ vmId }) => vmId ?? '');
  const vms = [...byVm].map(([vmId, own]) => {
    const cost = totalOf(own.map(({ totalCost }) => totalCost));
    return { vmId, defaultName: nameOf(vmId), gpuModel: null, hours: null, cost };
  });
  return { ...report, totalHours: null, vms, logs };
}
