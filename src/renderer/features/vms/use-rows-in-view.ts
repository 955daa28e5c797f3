import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

/** px; must match `vm-row.css`. At 200 % zoom, 400 px leave room for one thing per line. */
const HEIGHTS = { heading: 28, vm: 52 } as const;
/** A heading with a subtotal has two lines, a row four. */
const NARROW_HEIGHTS = { heading: 44, vm: 84 } as const;
const NARROW = 280;

/** Rows rendered beyond either edge. */
const OVERSCAN = 1;

function watchWidth(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** px; header, toolbar and footer are never lower. */
const MIN_AROUND = 140;

/**
 * The height that the list has at most, which adds a row or two at the end: reading its own height would make the browser lay
 * out the page before the first frame.
 */
const maxRect = () => ({ width: window.innerWidth, height: window.innerHeight - MIN_AROUND });

function watchHeight(_: unknown, onRect: (rect: { width: number; height: number }) => void) {
  const report = () => onRect(maxRect());
  report();
  window.addEventListener('resize', report);
  return () => window.removeEventListener('resize', report);
}

/** Shows a filtered list from its top, and the whole list at its place again. */
function useFilterPlace({
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

/** Renders the items in view, and the active one wherever it is: scrolling must not remove the focused row. */
export function useRowsInView(items: readonly ListItem[], active: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useSyncExternalStore(watchWidth, () => window.innerWidth < NARROW);
  const heights = isNarrow ? NARROW_HEIGHTS : HEIGHTS;
  const virtualizer = useVirtualizer({
    count: items.length,
    overscan: OVERSCAN,
    observeElementRect: watchHeight,
    initialRect: maxRect(),
    initialOffset: () => useListView.getState().scrollTop,
    // Called at the start only, when the element is at its top: scrolling also makes the browser lay out the page.
    scrollToFn: (offset, ...rest) => {
      if (offset > 0) elementScroll(offset, ...rest);
    },
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[items[index]?.kind ?? 'vm'],
    // Its identity changes with the items and their heights, so that these are read again.
    getItemKey: useCallback(
      (index: number) => `${heights.vm} ${items[index]?.key ?? index}`,
      [items, heights],
    ),
    rangeExtractor: useCallback(
      (range: Range) => {
        const inView = defaultRangeExtractor(range);
        if (active < 0 || inView.includes(active)) return inView;
        return [...inView, active].toSorted((a, b) => a - b);
      },
      [active],
    ),
  });
  // The element's own offset: the virtualizer's is one frame late. Read before React removes the element.
  useLayoutEffect(
    () => () => useListView.setState({ scrollTop: scroller.current?.scrollTop ?? 0 }),
    [],
  );
  useFilterPlace(virtualizer);
  return { scroller, virtualizer };
}
