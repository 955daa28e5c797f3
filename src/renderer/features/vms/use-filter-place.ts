import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useListView } from './list-view.ts';

/** Shows a filtered list from its top, and the whole list at its place again. */
export function useFilterPlace(scroller: RefObject<HTMLElement | null>): void {
  const query = useListView((view) => view.query);
  const shown = useRef(query);
  useLayoutEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    // The place as of the last scroll event: the browser limits the element's own when the list gets shorter.
    const { scrollTop, unfilteredTop } = useListView.getState();
    const whole = unfilteredTop ?? scrollTop;
    const top = query === '' ? whole : 0;
    useListView.setState({ scrollTop: top, unfilteredTop: query === '' ? null : whole });
    scroller.current?.scrollTo({ top });
    document.activeElement?.closest('[data-vm]')?.scrollIntoView({ block: 'nearest' });
  });
}
