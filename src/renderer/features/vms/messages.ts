import type { Vm } from '../../../shared/domain/vm.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import { GROUP_LABELS } from '../../../shared/vms/vm-groups.ts';
import type { SectionName } from './list-view.ts';

/** `Running · 5`, `2 more`. */
export function sectionLabel(name: SectionName, count: number): string {
  if (name === 'more') return `${count} more`;
  return `${name === 'new' ? 'New' : GROUP_LABELS[name]} · ${count}`;
}

export const menuLabel = (name: string) => `Actions for ${name}`;

/** Empty: it is in no cluster. */
export const clusterLabel = ({ cluster }: Pick<Vm, 'cluster'>) =>
  cluster == null ? '' : `cluster ${clipped(printable(cluster), 24)}`;
