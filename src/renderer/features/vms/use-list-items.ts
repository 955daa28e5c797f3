import { type FocusEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { groupVms, type VmGroup } from '../../../shared/vms/vm-groups.ts';
import { useApp } from '../../store.ts';
import { keepPlaces, listItems, type Section } from './list-items.ts';
import { useListView, useOpened } from './list-view.ts';
import { filterVms, rowAccounts, sortVms, type VmEntry, vmEntries } from './vm-entries.ts';

/** Whether rows keep their places: while the pointer is over the list or a row has the focus, but not in a hidden panel. */
export function useHeldList(list: RefObject<HTMLElement | null>) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const update = () => {
      // A hidden window does not report that the pointer leaves.
      if (document.hidden) setPointedAt(false);
      setFocused(!document.hidden && list.current?.contains(document.activeElement) === true);
    };
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, [list]);
  return {
    isHeld: isPointedAt || isFocused,
    pointer: {
      onPointerEnter: () => setPointedAt(true),
      onPointerMove: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
    },
    focus: {
      onFocus: () => setFocused(true),
      // The focus may move within the list, such as from a row to its button.
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/** The groups as sections; while held, rows keep their places until the view (filter and order) changes. */
function useSteadySections(
  entries: readonly VmEntry[],
  groups: readonly VmGroup<VmEntry>[],
  isHeld: boolean,
  view: string,
) {
  const sections: readonly Section[] = groups;
  const [kept, setKept] = useState({ sections, groups, isHeld, view, isSliding: false });
  if (kept.groups === groups && kept.isHeld === isHeld) return kept;
  // Rows slide when the data changed, but not with filter or order.
  const isSliding = kept.view === view;
  const isKept = isHeld && isSliding && kept.sections.length > 0;
  const next = {
    groups,
    isHeld,
    view,
    isSliding,
    sections: isKept ? keepPlaces(kept.sections, entries, groups) : sections,
  };
  setKept(next);
  return next;
}

/** The filtered, sorted and grouped list. @param isHeld rows keep their places */
export function useListItems(isHeld: boolean) {
  const accounts = useApp((app) => app.accounts);
  const snapshots = useApp((app) => app.snapshots);
  const waste = useApp((app) => app.vmWaste);
  const { query, order, isWasteWhole: isWhole } = useListView();
  const opened = useOpened();
  const named = useMemo(() => rowAccounts(accounts), [accounts]);
  const entries = useMemo(
    () => vmEntries({ accounts, snapshots }, named),
    [accounts, snapshots, named],
  );
  const sorted = useMemo(() => sortVms(filterVms(entries, query), order), [entries, query, order]);
  const groups = useMemo(() => groupVms(sorted, waste), [sorted, waste]);
  const { sections, isSliding } = useSteadySections(entries, groups, isHeld, `${order} ${query}`);
  const items = useMemo(
    () =>
      listItems(sections, groups, {
        opened,
        isFiltered: query.trim() !== '',
        isWhole,
      }),
    [sections, groups, opened, query, isWhole],
  );
  return { items, total: entries.length, isSliding };
}
