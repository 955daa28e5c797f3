import type { LoggedUsage } from '../../../shared/domain/billing.ts';
import { DAY_MS, parseDateTime } from '../../../shared/format/index.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { fields, isObject, money, readItems, record, shortText, sum, text } from '../http/read.ts';
import { amountLog, reportOf } from '../usage-report.ts';

/** Records by the hour, as far as a response may hold them. */
const MAX_HOURLY_DAYS = 31;

/** The query of a range until now: days are in UTC, as at RunPod, so only the last hour is widened. */
export function billingQuery({ from, to }: DayRange, now: number) {
  const start = Date.parse(from);
  const end = Math.max(start, Math.min(Date.parse(to) + DAY_MS, now));
  const isShort = end - start <= MAX_HOURLY_DAYS * DAY_MS;
  return {
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    bucketSize: isShort ? 'hour' : 'day',
  } as const;
}

/** The last moment of a period whose end is not in it. */
function lastOf(end: unknown): string | null {
  const at = parseDateTime(text(end));
  return at === null ? null : new Date(at - 1).toISOString();
}

/** The parts of `totals` besides pods, as `serverlessGpuAmount`. */
const OTHERS = {
  serverless: 'serverlessGpu serverlessCpu serverlessDisk serverlessFee',
  'network volumes': 'storageStandard storageHighPerformance',
  clusters: 'clusterGpu clusterDisk clusterNetworking',
  'public endpoints': 'endpoint',
};

/** `GET /v2/billing`, $: of everything, of pods alone, and of the other parts. */
export const accountBillSchema = record(({ metadata }) => {
  const { totals, query } = fields(metadata);
  if (!isObject(totals)) return null;
  const { podGpuAmount, podCpuAmount, podDiskAmount, totalAmount } = totals;
  const others = Object.entries(OTHERS).flatMap(([name, parts]) => {
    const cost = sum(parts.split(' ').map((part) => money(totals[`${part}Amount`])));
    return cost === null || cost === 0 ? [] : [[name, cost] as const];
  });
  const { startTime, endTime } = fields(query);
  return {
    totalCost: money(totalAmount),
    vmCost: sum([podGpuAmount, podCpuAmount, podDiskAmount].map(money)),
    otherCosts: Object.fromEntries(others),
    periodStart: text(startTime),
    periodEnd: lastOf(endTime),
  };
});

const recordSchema = record((sent) => {
  const vmId = shortText(sent['podId'], 128);
  if (vmId === null) return null;
  return amountLog({
    vmId,
    timestamp: text(sent['startTime']),
    gpuCost: sum([money(sent['gpuAmount']), money(sent['cpuAmount'])]),
    storageCost: money(sent['diskAmount']),
    networkCost: null,
    totalCost: money(sent['totalAmount']),
  });
});

/** Records of a response that are read: a year of twenty pods by the hour. */
const MAX_RECORDS = 175_000;

/** `GET /v2/billing/pods`. */
export const podBillsSchema = record(({ records }) =>
  Array.isArray(records) ? readItems(recordSchema, records, MAX_RECORDS) : null,
);

/** A report of the two answers. The amounts of pods lack network volumes, serverless and the members of clusters. */
export const usageOf = (
  bill: ReturnType<typeof accountBillSchema.parse>,
  { read: logs, skipped }: ReturnType<typeof podBillsSchema.parse>,
): LoggedUsage => reportOf(logs, { ...bill, skipped });
