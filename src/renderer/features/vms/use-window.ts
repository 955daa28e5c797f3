import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useListView } from './list-view.ts';
import { type DrawnRange, drawnRange, scrollInto } from './windowing.ts';

/** px drawn beyond either edge. */
const MARGIN = 208;

interface ListWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly range: DrawnRange;
  readonly reveal: (index: number) => void;
}

/** Which items of a long list to draw. Only a scroll that brings other items into sight draws anything. */
export function useWindow(offsets: readonly number[]): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [range, setRange] = useState<DrawnRange>({ first: 0, end: 0 });

  const measure = useCallback(() => {
    if (scroller.current === null || list.current === null) return;
    const { scrollTop, clientHeight } = scroller.current;
    const next = drawnRange(offsets, scrollTop - list.current.offsetTop, clientHeight, MARGIN);
    setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
  }, [offsets]);

  // Back to where one was, before anything is measured.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: useListView.getState().scrollTop });
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    measure();
    const onScroll = () => {
      useListView.setState({ scrollTop: element.scrollTop });
      measure();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      sizes.disconnect();
    };
  }, [measure]);

  const reveal = (index: number) => {
    if (scroller.current === null || list.current === null) return;
    const above = list.current.offsetTop;
    const { scrollTop, clientHeight } = scroller.current;
    const top = scrollInto(offsets, index, scrollTop - above, clientHeight) + above;
    scroller.current.scrollTo({ top });
    // The scroll event comes a frame later, and by then Enter may have left the list.
    useListView.setState({ scrollTop: top });
    measure();
  };
  return { scroller, list, range, reveal };
}
