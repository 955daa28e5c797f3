import type { LoggedUsage, UsageLog } from '../../../shared/domain/billing.ts';
import { DAY_MS } from '../../../shared/format/index.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { fields, money, readItems, record, shortText, sum } from '../http/read.ts';
import { defaultName } from './instance.ts';

/** The filter of a range, whose days are those of UTC, in epoch seconds. */
export function chargesFilter({ from, to }: DayRange): string {
  const day = { gte: Date.parse(from) / 1000, lte: (Date.parse(to) + DAY_MS) / 1000 - 1 };
  return JSON.stringify({ day });
}

export interface Charge {
  /** Null: a volume or a serverless contract. */
  readonly vmId: string | null;
  readonly amount: number | null;
  readonly gpu: number | null;
  readonly disk: number | null;
  readonly bandwidth: number | null;
}

/** Rounded to the millionth, so that 0.1 + 0.2 is 0.3. */
function totalOf(amounts: readonly (number | null)[]): number | null {
  const total = sum(amounts);
  return total === null ? null : Math.round(total * 1_000_000) / 1_000_000;
}

/** The charges of a contract within the range. */
const chargeSchema = record<Charge>((sent) => {
  const source = shortText(sent['source'], 128);
  if (source === null) return null;
  const parts = Array.isArray(sent['items']) ? sent['items'].map(fields) : [];
  const partOf = (...types: readonly unknown[]) => {
    const own = parts.filter(({ type }) => types.includes(type));
    return parts.length === 0 ? null : totalOf(own.map(({ amount }) => money(amount)));
  };
  const [, vmId = null] = /^instance-(\d{1,16})$/.exec(source) ?? [];
  return {
    vmId: sent['type'] === 'instance' ? vmId : null,
    amount: money(sent['amount']),
    gpu: partOf('gpu'),
    disk: partOf('disk'),
    bandwidth: partOf('bwd', 'bwu'),
  };
});

/** The token of the next page; null: there is none, empty: there is one that cannot be read. */
export function tokenOf(sent: unknown): string | null {
  return sent === null || sent === undefined || sent === '' ? null : (shortText(sent, 4_096) ?? '');
}

/** A page of `GET /api/v0/charges/`. */
export const chargesSchema = record(({ results, next_token }) =>
  Array.isArray(results)
    ? { ...readItems(chargeSchema, results), nextToken: tokenOf(next_token) }
    : null,
);

/** A report of a range as a whole: charges name no days. */
export function usageOf(
  charges: readonly Charge[],
  skipped: number,
  { from, to }: DayRange,
): LoggedUsage {
  const costOf = (some: readonly Charge[]) => totalOf(some.map(({ amount }) => amount));
  const ofVms = charges.filter(({ vmId }) => vmId !== null);
  const timestamp = from === to ? `${from}T00:00:00Z` : null;
  const logs = ofVms.map(({ vmId, amount, gpu, disk, bandwidth }): UsageLog => {
    return {
      id: null,
      vmId,
      timestamp,
      gpuSeconds: null,
      storageGb: null,
      networkBytes: null,
      gpuCost: gpu,
      storageCost: disk,
      networkCost: bandwidth,
      totalCost: amount,
    };
  });
  const byVm = Map.groupBy(ofVms, ({ vmId }) => vmId ?? '');
  return {
    totalCost: skipped > 0 ? null : costOf(charges),
    vmCost: costOf(ofVms),
    totalHours: null,
    periodStart: null,
    periodEnd: null,
    vms: [...byVm].map(([vmId, own]) => {
      const cost = costOf(own);
      return { vmId, defaultName: defaultName(vmId), gpuModel: null, hours: null, cost };
    }),
    logs,
    skipped,
  };
}
