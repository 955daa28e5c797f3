import { isChanging, type Vm } from '../domain/vm.ts';
import type { VmsSlice } from './vm-activity.ts';
import { byRate } from './vm-row.ts';

/** In the order of every surface: `waste` is billed without use, `running` also starts and stops, `off` has all others. */
const VM_GROUPS = ['waste', 'running', 'off'] as const;

export type VmGroupName = (typeof VM_GROUPS)[number];

export const GROUP_LABELS: Readonly<Record<VmGroupName, string>> = {
  waste: 'Idle or stuck',
  running: 'Running',
  off: 'Off',
};

export interface VmGroup<T> {
  readonly name: VmGroupName;
  readonly members: readonly T[];
}

function groupOf({ phase }: Vm, isWaste: boolean): VmGroupName {
  if (isWaste) return 'waste';
  return phase === 'running' || isChanging(phase) ? 'running' : 'off';
}

/** The groups in order; members keep theirs, those of `waste` are sorted by money. */
export function groupVms<T extends { readonly key: string; readonly vm: Vm }>(
  vms: readonly T[],
  waste: VmsSlice['vmWaste'],
): readonly VmGroup<T>[] {
  const byName = Map.groupBy(vms, ({ key, vm }) => groupOf(vm, waste[key] !== undefined));
  byName.get('waste')?.sort((a, b) => byRate(a.vm, b.vm));
  return VM_GROUPS.flatMap((name) => {
    const members = byName.get(name);
    return members === undefined ? [] : { name, members };
  });
}
