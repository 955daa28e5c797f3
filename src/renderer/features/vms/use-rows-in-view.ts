import { type UIEvent, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

/** px; must match `vm-row.css`. At 200 % zoom, 400 px leave room for one thing per line. */
const HEIGHTS = { heading: 28, vm: 52 } as const;
/** A heading with a subtotal has two lines, a row four. */
const NARROW_HEIGHTS = { heading: 44, vm: 84 } as const;
const NARROW = 280;

/** Rows rendered beyond either edge. */
const OVERSCAN = 1;

/** px that the spend, the toolbar and the footer take at least, and the list's least height. */
const FRAME = 160;
const LEAST_HEIGHT = 176;

function watchSize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** From the window's, because reading the list's own height would make the browser lay out the page before the first frame. */
const listHeight = () => Math.max(LEAST_HEIGHT, window.innerHeight - FRAME);

function keepPlace({ currentTarget }: UIEvent<HTMLElement>): void {
  // Synchronous, so that a frame never shows rows that are missing.
  flushSync(() => useListView.setState({ scrollTop: currentTarget.scrollTop }));
}

/** Places the items in view, and the active one wherever it is: scrolling must not remove the focused row. */
export function useRowsInView(items: readonly ListItem[], active: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useSyncExternalStore(watchSize, () => window.innerWidth < NARROW);
  const shown = useSyncExternalStore(watchSize, listHeight);
  const heights = isNarrow ? NARROW_HEIGHTS : HEIGHTS;
  // The top of each item, then the height of all.
  const tops = useMemo(() => {
    let end = 0;
    return [0, ...items.map(({ kind }) => (end += heights[kind]))];
  }, [items, heights]);
  const height = tops.at(-1) ?? 0;
  // While the list gets shorter, the place may be below its end.
  const indexAt = (scrollTop: number, below: number) =>
    tops.findLastIndex((top) => top <= Math.max(0, Math.min(scrollTop, height - shown)) + below);
  const first = useListView(({ scrollTop }) => indexAt(scrollTop, 0)) - OVERSCAN;
  const last = useListView(({ scrollTop }) => indexAt(scrollTop, shown)) + OVERSCAN;

  useLayoutEffect(() => {
    const { scrollTop } = useListView.getState();
    // Only then, since scrolling also makes the browser lay out the page.
    if (scrollTop > 0) scroller.current?.scrollTo({ top: scrollTop });
    // The last scroll event may still be due. Read before React removes the element.
    return () => useListView.setState({ scrollTop: scroller.current?.scrollTop ?? 0 });
  }, []);

  const inView = items.flatMap((item, index) => {
    const isShown = (index >= first && index <= last) || index === active;
    return isShown ? [{ item, index, top: tops[index] ?? 0, height: heights[item.kind] }] : [];
  });
  return { scroller, keepPlace, inView, height };
}
