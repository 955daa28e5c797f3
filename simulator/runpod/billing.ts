import {
  type Account,
  type Bill,
  billUntil,
  costOf,
  dollars,
  type Micros,
  toMicros,
  type Vm,
} from '../world/index.ts';
import { clusterOf, isCpuPod, volumeOf } from './fleet.ts';

export const BUCKETS_MS = { hour: 3_600_000, day: 86_400_000 } as const;

export interface BillingPeriod {
  /** Whole buckets, ms of simulated time, end excluded. */
  readonly start: number;
  readonly end: number;
  readonly bucketSize: keyof typeof BUCKETS_MS;
  /** ms of simulated time: nothing later has a record. */
  readonly billed: number;
}

const AMOUNTS = [
  'podGpuAmount',
  'podCpuAmount',
  'podDiskAmount',
  'serverlessGpuAmount',
  'serverlessCpuAmount',
  'serverlessDiskAmount',
  'serverlessFeeAmount',
  'storageStandardAmount',
  'storageHighPerformanceAmount',
  'endpointAmount',
  'clusterGpuAmount',
  'clusterDiskAmount',
  'clusterNetworkingAmount',
] as const;
type Amount = (typeof AMOUNTS)[number];

/** The cost of a pod in a bucket. */
interface Row {
  readonly podId: string;
  /** The bucket's start, ms of simulated time. */
  readonly start: number;
  readonly costs: Readonly<Partial<Record<Amount, Micros>>>;
}

/** A volume costs twice as much while its pod does not run; a container disk then costs nothing. A network volume always costs the same. */
const RESTING = { persistent: 2, network: 1, none: 0 } as const;

function diskCost(vm: Vm, { gpuSeconds, storageSeconds }: Bill): Micros {
  const resting = RESTING[volumeOf(vm)] * (storageSeconds - gpuSeconds);
  return costOf(vm.rates.storage, gpuSeconds + resting);
}

function kindsOf(vm: Vm): readonly [compute: Amount, disk: Amount] {
  if (clusterOf(vm) !== null) return ['clusterGpuAmount', 'clusterDiskAmount'];
  const disk = volumeOf(vm) === 'network' ? 'storageStandardAmount' : 'podDiskAmount';
  return [isCpuPod(vm) ? 'podCpuAmount' : 'podGpuAmount', disk];
}

/** Per hour: serverless workers, and a volume that no pod mounts. */
const OTHERS = {
  serverlessGpuAmount: toMicros(0.31),
  serverlessFeeAmount: toMicros(0.02),
  storageHighPerformanceAmount: toMicros(0.014),
} as const;

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

/** The cost of the account's pods, clusters and network volumes, a row each. @param withOthers serverless too */
export function billRows(account: Account, period: BillingPeriod, withOthers: boolean) {
  const { bucketSize, billed } = period;
  const ms = BUCKETS_MS[bucketSize];
  const starts = startsOf(period);
  const until = (start: number) => Math.min(start + ms, billed);
  const charges = account.charges
    .filter(({ at }) => at >= period.start && at < Math.min(period.end, billed))
    .map(({ vmId, at, cost }) => {
      return { podId: vmId, start: Math.floor(at / ms) * ms, costs: { podGpuAmount: cost } };
    });
  const others = (withOthers ? starts : []).map((start): Row => {
    const seconds = (until(start) - start) / 1000;
    const costs = Object.entries(OTHERS).map(([name, rate]) => [name, costOf(rate, seconds)]);
    return { podId: '', start, costs: Object.fromEntries(costs) };
  });
  return [...charges, ...others, ...account.vms.flatMap((vm) => rowsOf(vm, starts, until))];
}

/** The buckets that have begun. */
function startsOf({ start, end, bucketSize, billed }: BillingPeriod): readonly number[] {
  const ms = BUCKETS_MS[bucketSize];
  const length = Math.max(0, Math.floor((Math.min(end - 1, billed) - start) / ms) + 1);
  return Array.from({ length }, (_, index) => start + index * ms);
}

const iso = (ms: number) => new Date(ms).toISOString();

const sumOf = (rows: readonly Row[], amount: Amount) =>
  rows.reduce((sum, { costs }) => sum + (costs[amount] ?? 0), 0);

function amountsIn(sums: readonly (readonly [name: string, cost: Micros])[]) {
  const total = sums.reduce((sum, [, cost]) => sum + cost, 0);
  const entries = sums.map(([name, cost]) => [name, dollars(cost)] as const);
  return { totalAmount: dollars(total), ...Object.fromEntries(entries) };
}

const amountsOf = (rows: readonly Row[]) =>
  amountsIn(AMOUNTS.map((amount) => [amount, sumOf(rows, amount)]));

/** The names of `GET /v2/billing/pods`. */
const POD_AMOUNTS = {
  gpuAmount: 'podGpuAmount',
  cpuAmount: 'podCpuAmount',
  diskAmount: 'podDiskAmount',
} as const satisfies Record<string, Amount>;

function podAmountsOf(rows: readonly Row[]) {
  const sums = Object.entries(POD_AMOUNTS).map(([name, of]) => [name, sumOf(rows, of)] as const);
  return amountsIn(sums);
}

const queryOf = ({ start, end, bucketSize }: BillingPeriod) => {
  return { startTime: iso(start), endTime: iso(end), bucketSize };
};

/** The answer of `GET /v2/billing`: a record for each bucket that has begun. */
export function accountBill(rows: readonly Row[], period: BillingPeriod) {
  const byStart = Map.groupBy(rows, ({ start }) => start);
  const records = startsOf(period).map((start) => ({
    startTime: iso(start),
    endTime: iso(start + BUCKETS_MS[period.bucketSize]),
    ...amountsOf(byStart.get(start) ?? []),
  }));
  const totals = amountsOf(rows);
  return { records, metadata: { query: queryOf(period), recordCount: records.length, totals } };
}

/** The answer of `GET /v2/billing/pods`: without members of clusters, and without network volumes. */
export function podBills(rows: readonly Row[], period: BillingPeriod) {
  const ofPods = rows.filter(({ costs }) => 'podGpuAmount' in costs || 'podCpuAmount' in costs);
  return {
    records: ofPods.map((row) => ({
      startTime: iso(row.start),
      endTime: iso(row.start + BUCKETS_MS[period.bucketSize]),
      podId: row.podId,
      ...podAmountsOf([row]),
    })),
    metadata: {
      query: queryOf(period),
      recordCount: ofPods.length,
      uniquePodCount: new Set(ofPods.map(({ podId }) => podId)).size,
      totals: podAmountsOf(ofPods),
    },
  };
}
