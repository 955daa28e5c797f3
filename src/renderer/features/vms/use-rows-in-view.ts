import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

/** px; must match `vm-row.css`. */
const HEIGHTS = { heading: 24, more: 24, line: 32, row: 44 } as const;
/** At 200 % zoom, 400 px leave room for one thing per line. */
const NARROW_HEIGHTS = { heading: 44, more: 24, line: 60, row: 80 } as const;
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

/** Shows a filtered list from its top, and the whole list at its place again. @param lastTop before the query changed, in px */
function useFilterPlace(scroller: () => HTMLElement | null, lastTop: () => number): void {
  const query = useListView((view) => view.query);
  const shown = useRef(query);
  useLayoutEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    const { unfilteredTop } = useListView.getState();
    const isFiltered = query !== '';
    if (isFiltered) useListView.setState({ unfilteredTop: unfilteredTop ?? lastTop() });
    else useListView.setState({ unfilteredTop: null });
    scroller()?.scrollTo({ top: isFiltered ? 0 : (unfilteredTop ?? 0) });
    document.activeElement?.closest('[data-vm]')?.scrollIntoView({ block: 'nearest' });
  });
}

/** The place of a row: px, and its number for screen readers, from 1. */
export interface RowPlace {
  readonly top: number;
  readonly height: number;
  readonly position: number;
  readonly setSize: number;
}

interface PlacedItem extends Pick<RowPlace, 'top' | 'height'> {
  readonly item: ListItem;
  readonly index: number;
}

function placesOf(
  items: readonly ListItem[],
  heights: Readonly<Record<keyof typeof HEIGHTS, number>>,
) {
  let bottom = 0;
  const places = items.map((item, index): PlacedItem => {
    const top = bottom;
    const height = heights[item.kind === 'vm' ? (item.isOneLine ? 'line' : 'row') : item.kind];
    bottom += height;
    return { item, index, top, height };
  });
  return { places, bottom };
}

/**
 * The items in view, and the active one wherever it is: scrolling must not remove the focused row. By hand, since
 * `@tanstack/react-virtual` is a tenth of the first screen's code, for heights that are not known.
 */
export function useRowsInView(items: readonly ListItem[], active: number) {
  const scroller = useRef<HTMLDivElement>(null);
  /** Offset of the last scroll event; the browser limits the element's own when the list gets shorter. */
  const lastTop = useRef(useListView.getState().scrollTop);
  // Rounded up: at the top of the list, no row below the window is rendered.
  const [step, setStep] = useState(() => Math.ceil(lastTop.current / STEP));
  const width = useSyncExternalStore(watchSize, () => window.innerWidth);
  const isNarrow = width < NARROW;
  // Reading the list's height instead would lay out the page before the first frame.
  const height = useSyncExternalStore(watchSize, () => window.innerHeight) - MIN_AROUND;
  const { places, bottom } = useMemo(
    () => placesOf(items, isNarrow ? NARROW_HEIGHTS : HEIGHTS),
    [items, isNarrow],
  );
  useLayoutEffect(() => {
    const { current } = scroller;
    // Setting it to 0 would lay out the page too.
    if (current !== null && lastTop.current > 0) current.scrollTop = lastTop.current;
    // Not `lastTop`: a scroll event comes one frame late.
    return () => useListView.setState({ scrollTop: current?.scrollTop ?? 0 });
  }, []);
  useFilterPlace(
    () => scroller.current,
    () => lastTop.current,
  );
  const from = (step - 2) * STEP;
  const to = step * STEP + Math.max(MIN_HEIGHT, height);
  return {
    scroller,
    listHeight: bottom,
    /** Characters of a second line. */
    room: Math.floor((width - AROUND_TEXT) / CHARACTER),
    rows: places.filter(
      (place) => place.index === active || (place.top + place.height > from && place.top < to),
    ),
    onScroll() {
      lastTop.current = scroller.current?.scrollTop ?? 0;
      // Before the frame with the new offset.
      flushSync(() => setStep(Math.ceil(lastTop.current / STEP)));
    },
  };
}
