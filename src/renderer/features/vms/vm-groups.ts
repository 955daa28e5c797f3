import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import type { VmEntry } from './vm-entry.ts';

/** The groups of the list, in order. */
const GROUPS = ['running', 'changing', 'attention', 'stopped', 'destroyed'] as const;

export type GroupName = (typeof GROUPS)[number];

export const GROUP_WORDS: Readonly<Record<GroupName, string>> = {
  running: 'Running',
  changing: 'Changing',
  attention: 'Needs attention',
  stopped: 'Stopped',
  destroyed: 'Destroyed',
};

export interface VmGroup {
  readonly name: GroupName;
  readonly entries: readonly VmEntry[];
}

export function groupOf(vm: Pick<Vm, 'status'>): GroupName {
  const phase = vmPhase(vm.status);
  switch (phase) {
    case 'running':
    case 'changing':
    case 'stopped':
    case 'destroyed':
      return phase;
    case 'interrupted':
    case 'failed':
    case 'offline':
    case 'unknown':
      return 'attention';
  }
}

/** Groups that hold anything; within each the order stays. */
export function groupVms(entries: readonly VmEntry[]): readonly VmGroup[] {
  const byName = Map.groupBy(entries, ({ vm }) => groupOf(vm));
  return GROUPS.flatMap((name) => {
    const members = byName.get(name);
    return members === undefined ? [] : { name, entries: members };
  });
}
