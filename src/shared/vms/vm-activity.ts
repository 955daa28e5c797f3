import type { Vm, VmPhase } from '../domain/vm.ts';
import { parseDateTime } from '../format/index.ts';
import { type LoadCourse, NO_COURSE } from '../gpu-load/gpu-load.ts';
import type { Waste } from './waste-text.ts';

/** Observations of a VM over time, where the service reports no times. ms since the epoch. */
export interface VmActivity extends LoadCourse {
  /** The first poll that showed the current trouble (`isInTrouble`); null: it has none. */
  readonly troubleSince: number | null;
  /** An earlier poll showed it without the trouble, so `troubleSince` is about when it began. */
  readonly isTroubleObserved: boolean;
  /** The first poll that showed it starting. Like the next, for VMs whose record says what is possible. */
  readonly startingSince?: number;
  /** An earlier poll showed it with a GPU, and it has none since. */
  readonly hasLostGpu?: true;
}

export const NO_ACTIVITY: VmActivity = {
  troubleSince: null,
  isTroubleObserved: false,
  ...NO_COURSE,
};

const IN_TROUBLE: readonly VmPhase[] = ['interrupted', 'failed', 'offline', 'unknown'];

export function isInTrouble({ phase }: Pick<Vm, 'phase'>): boolean {
  return IN_TROUBLE.includes(phase);
}

/** When the service says that a VM in trouble stopped; null: it says nothing, or the time is of an earlier stop. */
function reportedStop({ stoppedAt, startedAt }: Pick<Vm, 'stoppedAt' | 'startedAt'>) {
  const stopped = parseDateTime(stoppedAt);
  const started = parseDateTime(startedAt);
  return stopped === null || (started !== null && started > stopped) ? null : stopped;
}

/** When the trouble of a VM began, ms since the epoch; null: unknown. @param times undefined: none kept */
export function troubleSince(vm: Vm, times: VmActivity | undefined): number | null {
  const observed = times?.isTroubleObserved ? times.troubleSince : null;
  return isInTrouble(vm) ? (reportedStop(vm) ?? observed) : null;
}

export interface VmsSlice {
  /** By `vmKey`, of VMs that are billed without use. */
  readonly vmWaste: Readonly<Record<string, Waste>>;
  /** By `vmKey`, of VMs that are idle or in trouble, or whose GPUs worked by their records. */
  readonly vmActivity: Readonly<Record<string, VmActivity>>;
  /** By `vmKey`, of running VMs without a start: the first poll with a rate that showed it running, ms since the epoch. */
  readonly firstSeen: Readonly<Record<string, number>>;
}
