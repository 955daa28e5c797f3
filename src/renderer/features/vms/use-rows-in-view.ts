import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

/** px; must match `vm-row.css`. */
const HEIGHTS = { heading: 24, line: 32, row: 44 } as const;
/** At 200 % zoom, 400 px leave room for one thing per line. */
const NARROW_HEIGHTS = { heading: 44, line: 60, row: 80 } as const;
const NARROW = 280;

/** px of the second line that are no text: margins, mark and buttons. */
const AROUND_TEXT = 108;
/** px of a character of the second line, in wide fonts. */
const CHARACTER = 6.4;

/** px; rows are rendered again only when the list is scrolled across a multiple of it. */
const STEP = 56;

/** px; header, toolbar and footer are never lower. */
const MIN_AROUND = 160;

/** px; the list is never lower: in a low window the page scrolls instead. */
const MIN_HEIGHT = 140;

function watchSize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The place of a row: px, and its number for screen readers, from 1. */
export type RowPlace = ReturnType<typeof useRowsInView>['rows'][number]['place'];

/** The items in view, and the active one, which keeps the focus. By hand: `@tanstack/react-virtual` is a tenth of the first screen. */
export function useRowsInView(items: readonly ListItem[], active: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const query = useListView((view) => view.query);
  // Rounded up: at the top of the list, no row below the window is rendered.
  const step = useListView(({ scrollTop }) => Math.ceil(scrollTop / STEP));
  const width = useSyncExternalStore(watchSize, () => window.innerWidth);
  const isNarrow = width < NARROW;
  // Reading the list's height instead would lay out the page before the first frame.
  const height = useSyncExternalStore(watchSize, () => window.innerHeight) - MIN_AROUND;
  const tops = useMemo(() => {
    const heights = isNarrow ? NARROW_HEIGHTS : HEIGHTS;
    const ends = [0];
    for (const { kind } of items) ends.push((ends.at(-1) ?? 0) + heights[kind]);
    return ends;
  }, [items, isNarrow]);
  useLayoutEffect(() => {
    const { current } = scroller;
    // A scroll event comes one frame late.
    return () => useListView.setState({ scrollTop: current?.scrollTop ?? 0 });
  }, []);
  const shownQuery = useRef(query);
  useLayoutEffect(() => {
    const { scrollTop } = useListView.getState();
    // Setting it to 0 at first would lay out the page before the first frame.
    if (scrollTop > 0 || shownQuery.current !== query)
      scroller.current?.scrollTo({ top: scrollTop });
    shownQuery.current = query;
    document.activeElement?.closest('[data-vm]')?.scrollIntoView({ block: 'nearest' });
  }, [query]);
  const from = (step - 2) * STEP;
  const to = step * STEP + Math.max(MIN_HEIGHT, height);
  const rows = items.flatMap((item, index) => {
    const top = tops[index] ?? 0;
    const end = tops[index + 1] ?? 0;
    if (index !== active && (end <= from || top >= to)) return [];
    return { item, place: { top, height: end - top, position: index + 1, setSize: items.length } };
  });
  return {
    scroller,
    rows,
    listHeight: tops.at(-1),
    /** Characters of a second line. */
    room: Math.floor((width - AROUND_TEXT) / CHARACTER),
    onScroll() {
      const scrollTop = scroller.current?.scrollTop ?? 0;
      // Before the frame with the new offset.
      flushSync(() => useListView.setState({ scrollTop }));
    },
  };
}
