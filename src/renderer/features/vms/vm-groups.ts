import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { LIST_GROUPS, type ListGroup } from './list-view.ts';
import type { VmEntry } from './vm-entry.ts';

export const GROUP_WORDS: Readonly<Record<ListGroup, string>> = {
  running: 'Running',
  changing: 'Changing',
  attention: 'Needs attention',
  stopped: 'Stopped',
  destroyed: 'Destroyed',
};

/** A group with its VMs, one at least. */
export interface VmGroup {
  readonly name: ListGroup;
  readonly entries: readonly VmEntry[];
}

/** Whatever may need its owner goes into `attention`: a status that we do not know is among it. */
export function groupOf(vm: Pick<Vm, 'status'>): ListGroup {
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
  return LIST_GROUPS.flatMap((name) => {
    const members = byName.get(name);
    return members === undefined ? [] : { name, entries: members };
  });
}
