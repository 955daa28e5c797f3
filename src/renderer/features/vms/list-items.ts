import type { VmGroup } from '../../../shared/app/index.ts';
import { sumRates, vmPhase } from '../../../shared/domain/index.ts';
import type { Section, SectionName } from './sections.ts';
import type { VmEntry } from './vm-entries.ts';

/** The sum of a group's rates. */
export interface Subtotal {
  /** $/h of the VMs with a known rate; null: no rate is known. */
  readonly perHour: number | null;
  /** Some rates are unknown, so the sum is a lower bound. */
  readonly isPartial: boolean;
}

/** A section's heading. The figures are the group's, also while rows of other groups keep their place below it. */
export interface HeadingItem extends Subtotal {
  readonly kind: 'heading';
  readonly key: string;
  readonly name: SectionName;
  /** Of VMs. In `running` those that start or stop are not counted, as in the totals. */
  readonly count: number;
  readonly isOpen: boolean;
}

/** A VM's row. */
export interface VmItem extends VmEntry {
  readonly kind: 'vm';
}

/** Anything that takes up height in the list. */
export type ListItem = HeadingItem | VmItem;

/** A VM that two accounts list counts once. */
export function subtotalOf(entries: readonly VmEntry[]): Subtotal {
  const rates = new Map(entries.map(({ id, billed }) => [id, billed]));
  const known = [...rates.values()].filter((rate) => rate !== null);
  return { perHour: sumRates(known), isPartial: known.length > 0 && known.length < rates.size };
}

function countOf(name: SectionName, group: readonly VmEntry[]): number {
  if (name !== 'running') return group.length;
  return group.filter(({ vm }) => vmPhase(vm.status) === 'running').length;
}

/** Headings and the rows of open sections, from top to bottom. @param groups the VMs by their present group */
export function listItems(
  sections: readonly Section[],
  groups: readonly VmGroup<VmEntry>[],
  isOpen: (name: SectionName) => boolean,
): readonly ListItem[] {
  return sections.flatMap(({ name, members }): readonly ListItem[] => {
    const group =
      name === 'new' ? members : (groups.find((each) => each.name === name)?.members ?? []);
    const heading: HeadingItem = {
      ...{ kind: 'heading', key: `group:${name}`, name, isOpen: isOpen(name) },
      ...{ count: countOf(name, group), ...subtotalOf(group) },
    };
    const rows = heading.isOpen ? members.map((entry): VmItem => ({ ...entry, kind: 'vm' })) : [];
    return [heading, ...rows];
  });
}
