import type { ListGroup } from './list-view.ts';
import type { VmEntry } from './vm-entry.ts';
import type { VmGroup } from './vm-groups.ts';

/** A group's heading; `count` is of its VMs, also while it is closed. */
export interface HeadingItem {
  readonly kind: 'heading';
  readonly key: string;
  readonly name: ListGroup;
  readonly count: number;
  readonly isOpen: boolean;
}

/** A VM's row; a tall one has a second line. */
export interface VmItem extends VmEntry {
  readonly kind: 'vm';
  readonly isTall: boolean;
}

/** Whatever takes up room in the list. */
export type ListItem = HeadingItem | VmItem;

/** Heights in px; `styles.css` and the rows keep to them. */
const HEADING = 28;
const ONE_LINE = 36;
const TWO_LINES = 52;

/** px. Only what is in sight is drawn, so the list must know this beforehand. */
export function heightOf(item: ListItem): number {
  if (item.kind === 'heading') return HEADING;
  return item.isTall ? TWO_LINES : ONE_LINE;
}

/** Headings and the rows of open groups, top to bottom. */
export function listItems(
  groups: readonly VmGroup[],
  isOpen: (name: ListGroup) => boolean,
  isTall: (entry: VmEntry) => boolean,
): readonly ListItem[] {
  return groups.flatMap(({ name, entries }) => {
    const heading: HeadingItem = {
      kind: 'heading',
      key: `group:${name}`,
      name,
      count: entries.length,
      isOpen: isOpen(name),
    };
    const rows = heading.isOpen
      ? entries.map((entry): VmItem => ({ ...entry, kind: 'vm', isTall: isTall(entry) }))
      : [];
    return [heading, ...rows];
  });
}
