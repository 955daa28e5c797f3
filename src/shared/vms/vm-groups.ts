import { isChanging, type Vm } from '../domain/vm.ts';
import { byRate } from './vm-row.ts';
import { type WasteFacts, wasteOf } from './waste.ts';

/**
 * The groups of VMs in panel, tray and terminal, in order: `waste` is billed without use, `running` also starts and stops, `off` has
 * all others.
 */
export const VM_GROUPS = ['waste', 'running', 'off'] as const;

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

interface Grouped {
  /** `vmKey`. */
  readonly key: string;
  readonly accountId: string;
  readonly vm: Vm;
}

function groupOf(app: WasteFacts['app'], { key, accountId, vm }: Grouped, now: number) {
  if (wasteOf({ app, accountId, now }, vm, key) !== null) return 'waste';
  return vm.phase === 'running' || isChanging(vm.phase) ? 'running' : 'off';
}

/** The groups in order; members keep theirs, those of `waste` are sorted by money. @param now ms since the epoch */
export function groupVms<T extends Grouped>(
  vms: readonly T[],
  app: WasteFacts['app'],
  now: number,
): readonly VmGroup<T>[] {
  const byName = Map.groupBy(vms, (one) => groupOf(app, one, now));
  return VM_GROUPS.flatMap((name) => {
    const members = byName.get(name);
    if (members === undefined) return [];
    return {
      name,
      members: name === 'waste' ? members.toSorted((a, b) => byRate(a.vm, b.vm)) : members,
    };
  });
}
