import { useMemo } from 'react';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { useApp } from '../../store.ts';
import { LIST_GROUPS, type ListGroup, useListView } from './list-view.ts';
import { hasSecondLine } from './second-line.ts';
import { filterVms, sortVms, type VmEntry, vmEntries } from './vm-entries.ts';

/** A group of at least one VM. */
export interface VmGroup {
  readonly name: ListGroup;
  readonly entries: readonly VmEntry[];
}

/** Unknown statuses belong to `attention`. */
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

/** Non-empty groups in list order; entries keep their order. */
export function groupVms(entries: readonly VmEntry[]): readonly VmGroup[] {
  const byName = Map.groupBy(entries, ({ vm }) => groupOf(vm));
  return LIST_GROUPS.flatMap((name) => {
    const members = byName.get(name);
    return members === undefined ? [] : { name, entries: members };
  });
}

/** A group's heading; `count` includes the VMs of a closed group. */
export interface HeadingItem {
  readonly kind: 'heading';
  readonly key: string;
  readonly name: ListGroup;
  readonly count: number;
  readonly isOpen: boolean;
}

/** A VM's row; a tall one has two lines. */
export interface VmItem extends VmEntry {
  readonly kind: 'vm';
  readonly isTall: boolean;
}

/** Anything that takes up height in the list. */
export type ListItem = HeadingItem | VmItem;

/** px; must match the rows and `styles.css`. */
const HEADING = 28;
const ONE_LINE = 36;
const TWO_LINES = 52;

/** px. Known without measuring, so that rows out of sight need not be rendered. */
export function heightOf(item: ListItem): number {
  if (item.kind === 'heading') return HEADING;
  return item.isTall ? TWO_LINES : ONE_LINE;
}

/** Headings and the rows of open groups, from top to bottom. */
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

interface ListContents {
  readonly items: readonly ListItem[];
  /** Number of VMs before filtering. */
  readonly total: number;
}

/** The filtered, sorted and grouped list. */
export function useListItems(): ListContents {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const { query, order, closedGroups } = useListView();
  const entries = useMemo(() => vmEntries(accounts, snapshots), [accounts, snapshots]);
  const logins = useApp((app) => app.vmLogins);
  const groups = useMemo(
    () => groupVms(sortVms(filterVms(entries, query), order)),
    [entries, query, order],
  );
  const items = useMemo(() => {
    // Search results in closed groups are shown too.
    const isSearching = query.trim() !== '';
    return listItems(
      groups,
      (name) => isSearching || !closedGroups.includes(name),
      (entry) => hasSecondLine({ ...entry, login: logins[entry.key] }),
    );
  }, [groups, logins, query, closedGroups]);
  return { items, total: entries.length };
}
