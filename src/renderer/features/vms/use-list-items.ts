import { type FocusEvent, type RefObject, useEffect, useMemo, useReducer, useState } from 'react';
import { type AppState, allVms, type ListedVm } from '../../../shared/state/index.ts';
import { groupVms, type VmGroup } from '../../../shared/vms/vm-groups.ts';
import { filterVms, sortVms } from './find-vms.ts';
import { keepPlaces, listItems, type Section } from './list-items.ts';
import { useListView } from './list-view.ts';

/** Whether rows keep their places: while the pointer is over the list or something in it has the focus. A hidden window reports no pointer that leaves. */
const isInUse = (list: HTMLElement | null): boolean =>
  !document.hidden && (list?.matches(':hover') || list?.contains(document.activeElement)) === true;

/** Handlers that let the rows sort when the list is no longer in use. */
function useRelease() {
  const [, release] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    document.addEventListener('visibilitychange', release);
    return () => document.removeEventListener('visibilitychange', release);
  }, []);
  return {
    onPointerLeave: release,
    // The focus may move within the list, such as from a row to its button.
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) =>
      currentTarget.contains(relatedTarget) || release(),
  };
}

/** The groups as sections; while held, rows keep their places until the view (filter and order) changes. */
function useSteadySections(
  vms: readonly ListedVm[],
  groups: readonly VmGroup<ListedVm>[],
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
    ...{ groups, isHeld, view, isSliding },
    sections: isKept ? keepPlaces(kept.sections, vms, groups) : sections,
  };
  setKept(next);
  return next;
}

export function useListItems(app: AppState, list: RefObject<HTMLElement | null>) {
  const { accounts, snapshots, vmWaste } = app;
  const query = useListView((view) => view.query);
  const order = useListView((view) => view.order);
  const opened = useListView((view) => view.opened);
  const release = useRelease();
  const isHeld = isInUse(list.current);
  const vms = useMemo(() => allVms({ accounts, snapshots }), [accounts, snapshots]);
  const groups = useMemo(() => {
    return groupVms(sortVms(filterVms(vms, query, accounts), order), vmWaste);
  }, [vms, query, accounts, order, vmWaste]);
  const { sections, isSliding } = useSteadySections(vms, groups, isHeld, `${order} ${query}`);
  const items = useMemo(
    () => listItems(sections, groups, opened, query.trim() !== ''),
    [sections, groups, opened, query],
  );
  return { items, total: vms.length, isSliding, release };
}
