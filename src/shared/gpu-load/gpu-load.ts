/** A GPU as its driver reports it: %, MiB, °C, W. Null: not reported, such as the power of some consumer cards. */
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
  | 'hostKey'
  | 'unreachable'
  | 'timeout'
  | 'noProgram'
  | 'programFailed'
  | 'unreadable'
  | 'tooMany';

/** The course of a VM's load, by its record or over SSH, ms since the epoch. */
export interface LoadCourse {
  /** The first observation with a low load, if all were since: of every GPU below 5 %. Null: not so, or one is unknown. */
  readonly lowSince: number | null;
  /** Like `lowSince`, with one GPU above 60 %. */
  readonly highSince: number | null;
  /** The end of such a time of at least 30 min; null: none since the VM last looked finished. */
  readonly workedUntil: number | null;
}

export const NO_COURSE: LoadCourse = { lowSince: null, highSince: null, workedUntil: null };

export interface VmLoad extends LoadCourse {
  readonly at: number;
  readonly gpus: readonly Gpu[];
  /** % of the time and memory of all GPUs together, as far as known; null: unknown. */
  readonly load: number | null;
  readonly memory: number | null;
  /** Null: queries go on. */
  readonly problem: GpuLoadProblem | null;
}

/** % of the busiest GPU below which a VM does nothing. */
export const LOW_BELOW = 5;
/** % of the busiest GPU above which a VM works, and ms of it that count as work. */
const HIGH_ABOVE = 60;
const WORK_MS = 30 * 60_000;
/** ms of a low load before a VM is shown as idle: between two jobs it is low too. */
export const IDLE_MS = 10 * 60_000;

type Loads = readonly Pick<Gpu, 'load'>[];

export const areLow = (gpus: Loads) => gpus.every(({ load }) => load !== null && load < LOW_BELOW);

export const isOneHigh = (gpus: Loads) =>
  gpus.some(({ load }) => load !== null && load > HIGH_ABOVE);

export interface GpuLoadSample {
  readonly at: number;
  /** Empty: not asked from then on. `load`: 0–100; null: unknown. */
  readonly loads: readonly Pick<Gpu, 'index' | 'load'>[];
}

/** The load of all GPUs together, %, without unknown ones; null: all are unknown. */
export function meanLoad(gpus: readonly Pick<Gpu, 'load'>[]): number | null {
  const loads = gpus.flatMap(({ load }) => load ?? []);
  return loads.length === 0 ? null : loads.reduce((sum, load) => sum + load, 0) / loads.length;
}

const FINISHED_MS = 10 * 60_000;

/** Whether the VM has worked and has then done nothing for 10 min. @param now ms since the epoch */
export function looksFinished({ lowSince, workedUntil }: LoadCourse, now: number): boolean {
  return workedUntil !== null && lowSince !== null && now - lowSince >= FINISHED_MS;
}

/** The course with one more observation. @param lastAt when it was observed before @param isGap the load since then is unknown */
export function observeLoad(
  before: LoadCourse,
  { isLow, isHigh }: { readonly isLow: boolean; readonly isHigh: boolean },
  times: { readonly now: number; readonly lastAt: number; readonly isGap: boolean },
): LoadCourse {
  const { now, lastAt, isGap } = times;
  const { lowSince, highSince, workedUntil } = before;
  // After a clock was set back, no time is in the future.
  const since = (begun: number | null) => (isGap ? now : Math.min(begun ?? now, now));
  const hasWorked = highSince !== null && (isGap || !isHigh) && lastAt - highSince >= WORK_MS;
  // Alert once per busy period, even if short bursts follow.
  const isOver = !isLow && looksFinished(before, lastAt);
  return {
    lowSince: isLow ? since(lowSince) : null,
    highSince: isHigh ? since(highSince) : null,
    workedUntil: hasWorked ? lastAt : isOver ? null : workedUntil,
  };
}

/** A VM is asked every minute, and may miss one answer. */
const OUT_OF_DATE_MS = 120_000;

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
