import { z } from 'zod';
import { billedUntil, type Options } from '../options.ts';
import { ServiceError } from '../service/errors.ts';
import type { Account } from '../world/accounts.ts';
import { type Bill, partBills, partsOf } from '../world/billing.ts';
import { costOf, dollars, type Micros } from '../world/money.ts';
import type { Vm } from '../world/vm.ts';
import { clusterOf, isCpuPod, volumeOf } from './pod.ts';

const BUCKETS_MS = { hour: 3_600_000, day: 86_400_000 } as const;

const time = z.iso.datetime({ offset: true }).optional();
const periodSchema = z.object({
  startTime: time,
  endTime: time,
  bucketSize: z.enum(['hour', 'day']).default('day'),
});

/** Widened to whole buckets of UTC. Longer buckets than days are not simulated. */
export function readPeriod(query: unknown, now: number, options: Options) {
  const { startTime, endTime, bucketSize } = periodSchema.parse(query);
  const ms = BUCKETS_MS[bucketSize];
  const from = startTime === undefined ? now - 30 * BUCKETS_MS.day : Date.parse(startTime);
  const to = endTime === undefined ? now : Date.parse(endTime);
  if (from >= to) throw new ServiceError(400, 'startTime must be before endTime');
  const [start, end] = [Math.floor(from / ms) * ms, Math.ceil(to / ms) * ms];
  const billed = Math.floor(billedUntil(options, now) / 1000) * 1000;
  // A bucket that begins now is listed too.
  const buckets = partsOf(start, Math.min(end, billed + 1), ms);
  return { start, end, bucketSize, buckets };
}

type Period = ReturnType<typeof readPeriod>;

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

/** The cost of the account's pods, clusters and network volumes, without the buckets in which one cost nothing. */
export function billRows({ vms }: Account, { buckets }: Period) {
  return vms.flatMap((vm) => {
    const [compute, disk] = kindsOf(vm);
    return partBills(vm, buckets).map(({ from: start, before, after, gpuCost }) => {
      const costs: Readonly<Partial<Record<Part, Micros>>> = {
        [compute]: gpuCost,
        [disk]: diskCost(vm, after) - diskCost(vm, before),
      };
      return { podId: vm.id, start, costs };
    });
  });
}

/** The cost of a pod in a bucket, which starts at `start`, ms of simulated time. */
type Row = ReturnType<typeof billRows>[number];

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
function answerOf(groups: readonly Group[], names: Names, period: Period) {
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
export function accountBill(rows: readonly Row[], period: Period) {
  const byStart = Map.groupBy(rows, ({ start }) => start);
  const groups = period.buckets.map(({ from }) => ({ start: from, rows: byStart.get(from) ?? [] }));
  return answerOf(groups, ACCOUNT_NAMES, period);
}

/** The answer of `GET /v2/billing/pods`: without members of clusters, and without network volumes. */
export function podBills(rows: readonly Row[], period: Period) {
  const ofPods = rows.filter(({ costs }) => 'podGpu' in costs || 'podCpu' in costs);
  const groups = ofPods.map((row) => ({ start: row.start, podId: row.podId, rows: [row] }));
  return answerOf(groups, POD_NAMES, period);
}
