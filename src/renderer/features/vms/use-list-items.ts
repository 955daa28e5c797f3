import { useMemo, useState } from 'react';
import { groupVms, isAttentionFirst, type VmGroup } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { type ListItem, listItems } from './list-items.ts';
import { useListView } from './list-view.ts';
import { keepPlaces, type Section } from './sections.ts';
import { filterVms, rowAccounts, sortVms, type VmEntry, vmEntries } from './vm-entries.ts';

interface SteadySections {
  readonly sections: readonly Section[];
  /** Rows slide to their new places: the data changed, not the filter or the order. */
  readonly isSliding: boolean;
}

/** The groups as sections; while held, rows keep their places until the view (filter and order) changes. */
function useSteadySections(
  entries: readonly VmEntry[],
  groups: readonly VmGroup<VmEntry>[],
  isHeld: boolean,
  view: string,
): SteadySections {
  const sections: readonly Section[] = groups;
  const [kept, setKept] = useState({ sections, groups, isHeld, view, isSliding: false });
  if (kept.groups === groups && kept.isHeld === isHeld) return kept;
  const isSliding = kept.view === view;
  const isKept = isHeld && isSliding && kept.sections.length > 0;
  const next = {
    ...{ groups, isHeld, view, isSliding },
    sections: isKept ? keepPlaces(kept.sections, entries, groups) : sections,
  };
  setKept(next);
  return next;
}

interface ListContents extends Pick<SteadySections, 'isSliding'> {
  readonly items: readonly ListItem[];
  /** Number of VMs before filtering. */
  readonly total: number;
}

/** The filtered, sorted and grouped list. @param isHeld rows keep their places */
export function useListItems(isHeld: boolean): ListContents {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const times = useApp((app) => app.vmTimes);
  const now = useMinute();
  const { query, order, closedSections } = useListView();
  const named = useMemo(() => rowAccounts(accounts), [accounts]);
  const entries = useMemo(
    () => vmEntries(accounts, snapshots, named),
    [accounts, snapshots, named],
  );
  const attentionFirst = useMemo(
    () => isAttentionFirst(entries, times, now),
    [entries, times, now],
  );
  const groups = useMemo(
    () => groupVms(sortVms(filterVms(entries, query), order), attentionFirst),
    [entries, query, order, attentionFirst],
  );
  const { sections, isSliding } = useSteadySections(entries, groups, isHeld, `${order} ${query}`);
  const items = useMemo(() => {
    // Search results in closed groups are shown too.
    const isSearching = query.trim() !== '';
    return listItems(sections, groups, (name) => isSearching || !closedSections.includes(name));
  }, [sections, groups, query, closedSections]);
  return { items, total: entries.length, isSliding };
}
