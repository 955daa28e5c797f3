import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { useListView } from './list-view.ts';

/** Shows a filtered list from its top, and the whole list at its place again. */
export function useFilterPlace({
  scrollElement,
  scrollOffset,
}: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollElement' | 'scrollOffset'>): void {
  const query = useListView((view) => view.query);
  const shown = useRef(query);
  useLayoutEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    const { unfilteredTop } = useListView.getState();
    const isFiltered = query !== '';
    // The offset as of the last scroll event: the browser limits the element's own when the list gets shorter.
    if (isFiltered) useListView.setState({ unfilteredTop: unfilteredTop ?? scrollOffset ?? 0 });
    else useListView.setState({ unfilteredTop: null });
    scrollElement?.scrollTo({ top: isFiltered ? 0 : (unfilteredTop ?? 0) });
    document.activeElement?.closest('[data-vm]')?.scrollIntoView({ block: 'nearest' });
  });
}
