import type { RequestOutput } from '../ipc/index.ts';
/** One GPU as its driver reports it: %, MiB, °C, W. Null: not reported, such as the power of some consumer cards. */
export interface Gpu {
  readonly index: number;
  readonly load: number | null;
  readonly memoryUsed: number | null;
  readonly memoryTotal: number | null;
  readonly temperature: number | null;
  readonly power: number | null;
}

/** Problem that ends the queries, until a retry, a restart of the VM or another login. */
export type GpuLoadProblem =
  | 'noSsh'
  /** No key that ssh can use without a prompt was accepted. */
  | 'denied'
  | 'passwordOnly'
  /** The host key is unknown or has changed. */
  | 'hostKey'
  | 'unreachable'
  | 'timeout'
  | 'noProgram'
  | 'programFailed'
  | 'unreadable'
  /** More VMs than are queried. */
  | 'tooMany';

export interface VmLoad {
  /** When the figures were received, ms since the epoch. */
  readonly at: number;
  readonly gpus: readonly Gpu[];
  /** % of the time and memory of all GPUs together, as far as known; null: unknown. */
  readonly load: number | null;
  readonly memory: number | null;
  /** Null: queries go on. */
  readonly problem: GpuLoadProblem | null;
  /** The first figures with every GPU below 5 %, if all stayed there, ms since the epoch; null: not so, or one is unknown. */
  readonly lowSince: number | null;
  /** Like `lowSince`, with one GPU above 60 %. */
  readonly highSince: number | null;
  /** When such a time of at least 30 min was last seen; null: not since the VM last looked finished. */
  readonly workedUntil: number | null;
}

/** % of the busiest GPU below which a VM does nothing. */
export const LOW_BELOW = 5;
/** % of the busiest GPU above which a VM works, and ms of it that count as work. */
export const HIGH_ABOVE = 60;
export const WORK_MS = 30 * 60_000;

export type GpuLoadSample = RequestOutput<'readGpuLoad'>['samples'][number];

/** The load of all GPUs together, %, without unknown ones; null: all are unknown. */
export function meanLoad(gpus: readonly Pick<Gpu, 'load'>[]): number | null {
  const loads = gpus.flatMap(({ load }) => load ?? []);
  return loads.length === 0 ? null : loads.reduce((sum, load) => sum + load, 0) / loads.length;
}

/** ms without work after which a VM that has worked looks finished. */
const FINISHED_MS = 10 * 60_000;

/** Whether the VM has worked and has then done nothing for 10 min. @param now ms since the epoch */
export function looksFinished(
  { lowSince, workedUntil }: Pick<VmLoad, 'lowSince' | 'workedUntil'>,
  now: number,
): boolean {
  return workedUntil !== null && lowSince !== null && now - lowSince >= FINISHED_MS;
}

/** A VM is asked every minute, and may miss one answer. */
const OUT_OF_DATE_MS = 150_000;

/** Whether the figures no longer say how busy the VM is. @param now ms since the epoch */
export function isLoadOutOfDate({ at }: Pick<VmLoad, 'at'>, now: number): boolean {
  return now - at > OUT_OF_DATE_MS;
}

/** The load of a VM as of now; null: not asked, no answer yet or out of date. @param now ms since the epoch */
export function currentLoad(load: VmLoad | undefined, now: number): VmLoad | null {
  return load?.problem === null && load.gpus.length > 0 && !isLoadOutOfDate(load, now)
    ? load
    : null;
}

export interface GpuLoadSlice {
  /** By `vmKey`, of VMs that are asked for their GPU load. */
  readonly vmLoads: Readonly<Record<string, VmLoad>>;
}
