import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

/** px; must match `styles.css`. At 200 % zoom, 400 px leave room for one thing per line. */
const HEADING_HEIGHT = 28;
const ROW_HEIGHT = 52;
const NARROW_ROW_HEIGHT = 84;
const NARROW = 280;

/** Rows rendered beyond either edge. The window's height is used as the list's, which adds some at the end. */
const OVERSCAN = 2;

function watchSize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The top of each item, and the height of all at the end, in px. */
export function topsOf(
  items: readonly Pick<ListItem, 'kind'>[],
  rowHeight: number,
): readonly number[] {
  const tops = [0];
  for (const { kind } of items)
    tops.push((tops.at(-1) ?? 0) + (kind === 'heading' ? HEADING_HEIGHT : rowHeight));
  return tops;
}

/** Indexes of the items between two edges, and of the active one wherever it is: scrolling must not remove the focused row. */
export function indexesInView(
  tops: readonly number[],
  [from, to]: readonly [from: number, to: number],
  active: number,
): readonly number[] {
  const count = tops.length - 1;
  const above = tops.findLastIndex((top) => top <= from);
  const below = tops.findIndex((top) => top >= to);
  const first = Math.max(0, above - OVERSCAN);
  const end = below === -1 ? count : Math.min(count, below + OVERSCAN);
  const inView = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (active < 0 || (active >= first && active < end)) return inView;
  return active < first ? [active, ...inView] : [...inView, active];
}

/** Which items to render, and where. Heights are known, so nothing is measured. */
export function useRowsInView(items: readonly ListItem[], active: number) {
  const scroller = useRef<HTMLDivElement>(null);
  /** px, as of the last scroll event: the browser limits the element's own when the list gets shorter. */
  const scrollTop = useRef(useListView.getState().scrollTop);
  const [offset, setOffset] = useState(scrollTop.current);
  const viewHeight = useSyncExternalStore(watchSize, () => window.innerHeight);
  const isNarrow = useSyncExternalStore(watchSize, () => window.innerWidth < NARROW);
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const tops = useMemo(() => topsOf(items, rowHeight), [items, rowHeight]);
  const height = tops.at(-1) ?? 0;
  const from = Math.max(0, Math.min(offset, height - viewHeight));
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scrollTop.current });
  }, []);
  useEffect(() => () => useListView.setState({ scrollTop: scrollTop.current }), []);
  return {
    scroller,
    scrollTop,
    height,
    /** In steps of a row, so that most scroll events render nothing. */
    onScroll: () => {
      scrollTop.current = scroller.current?.scrollTop ?? 0;
      setOffset(scrollTop.current - (scrollTop.current % ROW_HEIGHT));
    },
    places: indexesInView(tops, [from, from + viewHeight + ROW_HEIGHT], active).map((index) => ({
      index,
      top: tops[index] ?? 0,
      height: (tops[index + 1] ?? 0) - (tops[index] ?? 0),
    })),
  };
}
