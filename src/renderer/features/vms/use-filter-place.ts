import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useListView } from './list-view.ts';

/** Shows a filtered list from its top, and the whole list at its place again. @param scrollTop px, before the change */
export function useFilterPlace(
  scroller: RefObject<HTMLElement | null>,
  scrollTop: RefObject<number>,
): void {
  const query = useListView((view) => view.query);
  const shown = useRef(query);
  useLayoutEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    const { unfilteredTop } = useListView.getState();
    const isFiltered = query !== '';
    if (isFiltered) useListView.setState({ unfilteredTop: unfilteredTop ?? scrollTop.current });
    else useListView.setState({ unfilteredTop: null });
    scroller.current?.scrollTo({ top: isFiltered ? 0 : (unfilteredTop ?? 0) });
    document.activeElement?.closest('[data-vm]')?.scrollIntoView({ block: 'nearest' });
  });
}
