import { UNCONFIRMED, type Vm, type VmPhase, vmPhase } from '../domain/index.ts';
import { DAY_MS, parseDateTime } from '../format/index.ts';
import type { AppState } from '../state/app-state.ts';

/** Observations of a VM over time, where the service reports no times. ms since the epoch. */
export interface VmActivity {
  /** The first poll that showed the current trouble (`isInTrouble`); null: it has none. */
  readonly troubleSince: number | null;
  /** An earlier poll showed it without the trouble, so `troubleSince` is about when it began. */
  readonly isTroubleObserved: boolean;
  /** The first poll with a CPU and RAM load below `idlePercent`, if both stayed there; null: not so, or one is unknown. */
  readonly lowSince: number | null;
}

const IN_TROUBLE: readonly VmPhase[] = ['interrupted', 'failed', 'offline', 'unknown'];

export function isInTrouble({ status }: Pick<Vm, 'status'>): boolean {
  return IN_TROUBLE.includes(vmPhase(status));
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

/** Whether the trouble of a VM is younger than 24 h. Without a known beginning, the first poll that showed it counts. */
function isTroubleRecent(vm: Vm, times: VmActivity | undefined, now: number): boolean {
  if (groupOf(vm) !== 'attention') return false;
  const since = troubleSince(vm, times) ?? times?.troubleSince ?? now;
  return now - since < DAY_MS;
}

/** The groups of VMs in the panel's list and in the tray's menu. A VM that starts or stops belongs to `running`. */
export type VmGroupName = 'attention' | 'running' | 'unconfirmed' | 'stopped' | 'destroyed';

export interface VmGroup<T> {
  readonly name: VmGroupName;
  readonly members: readonly T[];
}

interface Grouped {
  /** `vmKey`. */
  readonly key: string;
  readonly vm: Vm;
}

/** Unknown statuses belong to `attention`. */
export function groupOf(vm: Pick<Vm, 'status'>): VmGroupName {
  if (vm.status === UNCONFIRMED) return UNCONFIRMED;
  if (isInTrouble(vm)) return 'attention';
  const phase = vmPhase(vm.status);
  return phase === 'stopped' || phase === 'destroyed' ? phase : 'running';
}

/** Whether `attention` comes first: while the trouble of a VM is younger than 24 h. @param now ms since the epoch */
export function isAttentionFirst(
  vms: readonly Grouped[],
  times: AppState['vmActivity'],
  now: number,
): boolean {
  return vms.some(({ key, vm }) => isTroubleRecent(vm, times[key], now));
}

const ATTENTION_FIRST = ['attention', 'running', UNCONFIRMED, 'stopped', 'destroyed'] as const;
const ATTENTION_LATER = ['running', 'attention', UNCONFIRMED, 'stopped', 'destroyed'] as const;

/** The groups in order; members keep theirs. @param attentionFirst from `isAttentionFirst` */
export function groupVms<T extends Grouped>(
  vms: readonly T[],
  attentionFirst: boolean,
): readonly VmGroup<T>[] {
  const byName = Map.groupBy(vms, ({ vm }) => groupOf(vm));
  return (attentionFirst ? ATTENTION_FIRST : ATTENTION_LATER).flatMap((name) => {
    const members = byName.get(name);
    return members === undefined ? [] : { name, members };
  });
}

export interface VmsSlice {
  /** By `vmKey`, of VMs that are idle or in trouble. */
  readonly vmActivity: Readonly<Record<string, VmActivity>>;
}
