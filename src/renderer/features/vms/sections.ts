import type { VmGroup, VmGroupName } from '../../../shared/app/index.ts';
import type { VmEntry } from './vm-entries.ts';

/** A group, or the VMs that arrived while every row kept its place. */
export type SectionName = VmGroupName | 'new';

/** A part of the list with a heading. */
export interface Section {
  readonly name: SectionName;
  readonly members: readonly VmEntry[];
}

const gone = (entry: VmEntry): VmEntry => (entry.isGone ? entry : { ...entry, isGone: true });

/**
 * The shown sections with current data and every row in its place: a VM that changed groups stays where it is, one that is gone
 * keeps its row, and new ones are appended. @param entries without the filter, since a shown VM may no longer match it
 */
export function keepPlaces(
  shown: readonly Section[],
  entries: readonly VmEntry[],
  groups: readonly VmGroup<VmEntry>[],
): readonly Section[] {
  const current = new Map(entries.map((entry) => [entry.key, entry]));
  const known = new Set(shown.flatMap(({ members }) => members.map(({ key }) => key)));
  const kept = shown.map(({ name, members }) => ({
    name,
    members: members.map((entry) => current.get(entry.key) ?? gone(entry)),
  }));
  const arrived = groups.flatMap(({ members }) => members).filter(({ key }) => !known.has(key));
  if (arrived.length === 0) return kept;
  const last = kept.at(-1);
  return last?.name === 'new'
    ? [...kept.slice(0, -1), { name: 'new', members: [...last.members, ...arrived] }]
    : [...kept, { name: 'new', members: arrived }];
}
