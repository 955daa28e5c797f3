import { useMemo } from 'react';
import { useApp } from '../../store.ts';
import { type ListItem, listItems } from './list-items.ts';
import { useListView } from './list-view.ts';
import { hasSecondLine } from './second-line.ts';
import { vmEntries } from './vm-entry.ts';
import { filterVms } from './vm-filter.ts';
import { groupVms } from './vm-groups.ts';
import { sortVms } from './vm-order.ts';

interface ListContents {
  readonly items: readonly ListItem[];
  /** VMs before filtering. */
  readonly total: number;
}

/** The list as it is looked at: filtered, sorted, in groups. */
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
    // Whoever searches wants to see what was found, also in a closed group.
    const isSearching = query.trim() !== '';
    return listItems(
      groups,
      (name) => isSearching || !closedGroups.includes(name),
      (entry) => hasSecondLine({ ...entry, login: logins[entry.key] }),
    );
  }, [groups, logins, query, closedGroups]);
  return { items, total: entries.length };
}
