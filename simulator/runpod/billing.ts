import type { Account } from '../world/accounts.ts';
import { type Bill, billUntil } from '../world/billing.ts';
import { costOf, dollars, type Micros } from '../world/money.ts';
import type { Vm } from '../world/vm.ts';
import { clusterOf, isCpuPod, volumeOf } from './pod.ts';

export const BUCKETS_MS = { hour: 3_600_000, day: 86_400_000 } as const;

export interface BillingPeriod {
  /** Whole buckets, ms of simulated time, end excluded. */
  readonly start: number;
  readonly end: number;
  readonly bucketSize: keyof typeof BUCKETS_MS;
  /** ms of simulated time: nothing later has a record. */
  readonly billed: number;
}

/** The billed kinds; in `GET /v2/billing` each is an amount, as `podGpuAmount`. */
const PARTS = [
  'podGpu',
  'podCpu',
  'podDisk',
  'storageStandard',
  'clusterGpu',
  'clusterDisk',
] as const;
type Part = (typeof PARTS)[number];
type Names = Readonly<Record<string, Part>>;

const ACCOUNT_NAMES: Names = Object.fromEntries(PARTS.map((part) => [`${part}Amount`, part]));
const POD_NAMES: Names = { gpuAmount: 'podGpu', cpuAmount: 'podCpu', diskAmount: 'podDisk' };

/** The cost of a pod in a bucket. */
interface Row {
  readonly podId: string;
  /** The bucket's start, ms of simulated time. */
  readonly start: number;
  readonly costs: Readonly<Partial<Record<Part, Micros>>>;
}

/** A volume costs twice as much while its pod does not run; a container disk then costs nothing. A network volume always costs the same. */
const RESTING = { persistent: 2, network: 1, none: 0 } as const;

function diskCost(vm: Vm, { gpuSeconds, storageSeconds }: Bill): Micros {
  const resting = RESTING[volumeOf(vm)] * (storageSeconds - gpuSeconds);
  return costOf(vm.rates.storage, gpuSeconds + resting);
}

function kindsOf(vm: Vm): readonly [compute: Part, disk: Part] {
  if (clusterOf(vm) !== null) return ['clusterGpu', 'clusterDisk'];
  const disk = volumeOf(vm) === 'network' ? 'storageStandard' : 'podDisk';
  return [isCpuPod(vm) ? 'podCpu' : 'podGpu', disk];
}

/** The rows of a pod, without those of buckets in which it cost nothing. */
function rowsOf(vm: Vm, starts: readonly number[], until: (start: number) => number): Row[] {
  const [compute, disk] = kindsOf(vm);
  let before = billUntil(vm, starts[0] ?? 0);
  return starts.flatMap((start) => {
    const after = billUntil(vm, until(start));
    const costs = {
      [compute]: after.gpuCost - before.gpuCost,
      [disk]: diskCost(vm, after) - diskCost(vm, before),
    };
    const isFree = after.storageSeconds === before.storageSeconds;
    before = after;
    return isFree ? [] : [{ podId: vm.id, start, costs }];
  });
}

/** The cost of the account's pods, clusters and network volumes, a row each. */
export function billRows({ vms }: Account, period: BillingPeriod) {
  const ms = BUCKETS_MS[period.bucketSize];
  const starts = startsOf(period);
  const until = (start: number) => Math.min(start + ms, period.billed);
  return vms.flatMap((vm) => rowsOf(vm, starts, until));
}

/** The buckets that have begun. */
function startsOf({ start, end, bucketSize, billed }: BillingPeriod): readonly number[] {
  const ms = BUCKETS_MS[bucketSize];
  const length = Math.max(0, Math.floor((Math.min(end - 1, billed) - start) / ms) + 1);
  return Array.from({ length }, (_, index) => start + index * ms);
}

const iso = (ms: number) => new Date(ms).toISOString();

function amountsOf(rows: readonly Row[], names: Names) {
  const costs = Object.entries(names).map(([name, part]) => {
    const cost = rows.reduce((sum, row) => sum + (row.costs[part] ?? 0), 0);
    return [name, cost] as const;
  });
  const total = costs.reduce((sum, [, cost]) => sum + cost, 0);
  const amounts = costs.map(([name, cost]) => [name, dollars(cost)] as const);
  return { totalAmount: dollars(total), ...Object.fromEntries(amounts) };
}

interface Group {
  readonly start: number;
  readonly podId?: string;
  readonly rows: readonly Row[];
}

/** An answer with a record for each group. */
function answerOf(groups: readonly Group[], names: Names, period: BillingPeriod) {
  const { start, end, bucketSize } = period;
  const all = groups.flatMap(({ rows }) => rows);
  const query = { startTime: iso(start), endTime: iso(end), bucketSize };
  const records = groups.map(({ start: from, rows, ...pod }) => {
    const times = { startTime: iso(from), endTime: iso(from + BUCKETS_MS[bucketSize]) };
    return { ...times, ...pod, ...amountsOf(rows, names) };
  });
  return {
    records,
    metadata: { query, recordCount: records.length, totals: amountsOf(all, names) },
  };
}

/** The answer of `GET /v2/billing`: a record for each bucket that has begun. */
export function accountBill(rows: readonly Row[], period: BillingPeriod) {
  const byStart = Map.groupBy(rows, ({ start }) => start);
  const groups = startsOf(period).map((start) => ({ start, rows: byStart.get(start) ?? [] }));
  return answerOf(groups, ACCOUNT_NAMES, period);
}

/** The answer of `GET /v2/billing/pods`: without members of clusters, and without network volumes. */
export function podBills(rows: readonly Row[], period: BillingPeriod) {
  const ofPods = rows.filter(({ costs }) => 'podGpu' in costs || 'podCpu' in costs);
  const groups = ofPods.map((row) => ({ start: row.start, podId: row.podId, rows: [row] }));
  return answerOf(groups, POD_NAMES, period);
}
