import { type Vm, vmPhase } from '../domain/index.ts';
import type { AppState } from './app-state.ts';
import { isInTrouble, isTroubleRecent } from './vm-times.ts';

/** The groups of VMs in the panel's list and in the tray's menu. A VM that starts or stops belongs to `running`. */
export type VmGroupName = 'attention' | 'running' | 'stopped' | 'destroyed';

/** A group of at least one VM. */
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
  if (isInTrouble(vm)) return 'attention';
  const phase = vmPhase(vm.status);
  return phase === 'stopped' || phase === 'destroyed' ? phase : 'running';
}

/** Whether `attention` comes first: while the trouble of a VM is younger than 24 h. @param now ms since the epoch */
export function isAttentionFirst(
  vms: readonly Grouped[],
  times: AppState['vmTimes'],
  now: number,
): boolean {
  return vms.some(({ key, vm }) => isTroubleRecent(vm, times[key], now));
}

const ATTENTION_FIRST = ['attention', 'running', 'stopped', 'destroyed'] as const;
const ATTENTION_LATER = ['running', 'attention', 'stopped', 'destroyed'] as const;

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
