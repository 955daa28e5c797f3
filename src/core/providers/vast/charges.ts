import type { LoggedUsage, UsageLog } from '../../../shared/domain/billing.ts';
import { DAY_MS } from '../../../shared/format/index.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { fields, money, readItems, record, shortText } from '../http/read.ts';
import { amountLog, reportOf, totalOf } from '../usage-report.ts';
import { defaultName } from './instance.ts';

/** The filter of a range, whose days are those of UTC, in epoch seconds. */
export function chargesFilter({ from, to }: DayRange): string {
  const day = { gte: Date.parse(from) / 1000, lte: (Date.parse(to) + DAY_MS) / 1000 - 1 };
  return JSON.stringify({ day });
}

/** The charges of a contract within the range. Without a VM: a volume or a serverless contract. */
const chargeSchema = (timestamp: string | null) =>
  record((sent) => {
    const source = shortText(sent['source'], 128);
    if (source === null) return null;
    const parts = Array.isArray(sent['items']) ? sent['items'].map(fields) : [];
    const partOf = (...types: readonly unknown[]) => {
      const own = parts.filter(({ type }) => types.includes(type));
      return parts.length === 0 ? null : totalOf(own.map(({ amount }) => money(amount)));
    };
    const [, vmId = null] = /^instance-(\d{1,16})$/.exec(source) ?? [];
    return amountLog({
      vmId: sent['type'] === 'instance' ? vmId : null,
      timestamp,
      gpuCost: partOf('gpu'),
      storageCost: partOf('disk'),
      networkCost: partOf('bwd', 'bwu'),
      totalCost: money(sent['amount']),
    });
  });

/** The token of the next page; null: there is none, empty: there is one that cannot be read. */
export function tokenOf(sent: unknown): string | null {
  return sent === null || sent === undefined || sent === '' ? null : (shortText(sent, 4_096) ?? '');
}

/** A page of `GET /api/v0/charges/`. Charges are of a range as a whole, and name no days. */
export const chargesSchema = ({ from, to }: DayRange) => {
  const schema = chargeSchema(from === to ? `${from}T00:00:00Z` : null);
  return record(({ results, next_token }) =>
    Array.isArray(results)
      ? { ...readItems(schema, results), nextToken: tokenOf(next_token) }
      : null,
  );
};

export function usageOf(charges: readonly UsageLog[], skipped: number): LoggedUsage {
  const costOf = (some: readonly UsageLog[]) => totalOf(some.map(({ totalCost }) => totalCost));
  const ofVms = charges.filter(({ vmId }) => vmId !== null);
  const totalCost = skipped > 0 ? null : costOf(charges);
  const report = { totalCost, vmCost: costOf(ofVms), periodStart: null, periodEnd: null, skipped };
  return reportOf(ofVms, report, defaultName);
}
