import { sumRates } from '../../../shared/domain/totals.ts';
import type { VmGroup } from '../../../shared/vms/vm-groups.ts';
import type { SectionName } from './list-view.ts';
import type { VmEntry } from './vm-entries.ts';

export interface Section {
  readonly name: SectionName;
  readonly members: readonly VmEntry[];
}

const gone = (entry: VmEntry): VmEntry => (entry.isGone ? entry : { ...entry, isGone: true });

/**
 * The shown sections with current data and every row in its place; new VMs are appended.
 * @param entries without the filter, since a shown VM may no longer match it
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

export interface Subtotal {
  /** $/h of the VMs with a known rate; null: no rate is known. */
  readonly perHour: number | null;
  /** Some rates are unknown or lack something, so the sum is a lower bound. */
  readonly isPartial: boolean;
}

/** A section's heading with the figures of its group, also while rows of other groups keep their places in it. */
export interface HeadingItem extends Subtotal {
  readonly kind: 'heading';
  readonly key: string;
  readonly name: SectionName;
  /** Number of VMs as in the totals: a VM of two accounts counts once, one that starts or stops is not running. */
  readonly count: number;
  readonly isOpen: boolean;
}

export interface VmItem extends VmEntry {
  readonly kind: 'vm';
  readonly isOneLine: boolean;
}

/** A row that shows or hides the others of `waste`. */
export interface MoreItem {
  readonly kind: 'more';
  readonly key: 'more';
  readonly isOpen: boolean;
  readonly count: number;
}

export type ListItem = HeadingItem | VmItem | MoreItem;

/** A VM that two accounts list counts once, with the higher rate that is known. */
export function subtotalOf(entries: readonly VmEntry[]): Subtotal {
  const rates = new Map<string, number | null>();
  for (const { id, vm } of entries) {
    const { perHour } = vm.billed;
    const other = rates.get(id) ?? null;
    rates.set(id, other === null || (perHour !== null && perHour > other) ? perHour : other);
  }
  const known = [...rates.values()].filter((rate) => rate !== null);
  const isPartial = known.length < rates.size || entries.some(({ vm }) => vm.rates.now?.isAtLeast);
  return { perHour: sumRates(known), isPartial: known.length > 0 && isPartial };
}

function countOf(name: SectionName, group: readonly VmEntry[]): number {
  const counted = group.filter(({ vm }) => name !== 'running' || vm.phase === 'running');
  return new Set(counted.map(({ id }) => id)).size;
}

/** Rows of `waste` while others run, so that these come into sight. */
const MAX_WASTE = 3;

/** The rows of a section, which keep their height while they keep their places. */
function rowsOf(
  { name, members }: Section,
  isLimited: boolean,
  isWhole: boolean,
): readonly ListItem[] {
  const isOneLine = name !== 'running' && name !== 'new';
  const rows = members.map((entry): VmItem => ({ ...entry, kind: 'vm', isOneLine }));
  const count = members.length - MAX_WASTE;
  if (!isLimited || name !== 'waste' || count <= 0) return rows;
  const more: MoreItem = { kind: 'more', key: 'more', isOpen: isWhole, count };
  return [...(isWhole ? rows : rows.slice(0, MAX_WASTE)), more];
}

export interface ShownRows {
  /** By the user; absent: `off` is closed beside others, and while the list is not filtered. */
  readonly opened: Readonly<Partial<Record<SectionName, boolean>>>;
  /** All of `waste` is shown, without a row that hides some. */
  readonly isFiltered: boolean;
  /** All of `waste` is shown. */
  readonly isWhole: boolean;
}

/** Headings and the rows of open sections. @param groups the VMs by their present group */
export function listItems(
  sections: readonly Section[],
  groups: readonly VmGroup<VmEntry>[],
  { opened, isFiltered, isWhole }: ShownRows,
): readonly ListItem[] {
  // By the shown sections: while rows keep their places, none comes or goes above the others.
  const isLimited = !isFiltered && sections.some(({ name }) => name === 'running');
  const isOffOpen = isFiltered || sections.every(({ name }) => name === 'off' || name === 'new');
  return sections.flatMap((section): readonly ListItem[] => {
    const { name, members } = section;
    const group =
      name === 'new' ? members : (groups.find((each) => each.name === name)?.members ?? []);
    const heading: HeadingItem = {
      kind: 'heading',
      key: `group:${name}`,
      name,
      isOpen: opened[name] ?? (name !== 'off' || isOffOpen),
      count: countOf(name, group),
      ...subtotalOf(group),
    };
    return [heading, ...(heading.isOpen ? rowsOf(section, isLimited, isWhole) : [])];
  });
}
