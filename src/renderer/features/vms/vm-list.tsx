import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { characterCount } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { Icon } from '../../ui/index.ts';
import { STRIP_HEIGHT } from '../banners/index.ts';
import { type HeadingItem, heightOf, type ListItem, useListItems } from './list-items.ts';
import { ListNotes, NoMatch } from './list-notes.tsx';
import { toggleGroup, useListView } from './list-view.ts';
import { GROUP_LABELS, messages } from './messages.ts';
import { RowMenu } from './row-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { rowElement, useListKeys } from './use-list-keys.ts';
import { VmRow } from './vm-row.tsx';

declare module 'react' {
  interface CSSProperties {
    /** Characters of the currency before an amount. */
    readonly '--currency'?: number;
  }
}

/** Rows rendered beyond either edge. */
const OVERSCAN = 4;

interface GroupHeadingProps {
  readonly item: HeadingItem;
  /** px. */
  readonly top: number;
  readonly height: number;
  readonly position: number;
  readonly setSize: number;
}

/** Name and size of a group; opens and closes it. */
function GroupHeading({ item, top, height, position, setSize }: GroupHeadingProps) {
  return (
    <li
      aria-posinset={position}
      aria-setsize={setSize}
      className="slides absolute inset-x-0 top-0"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <h2 className="h-full">
        <button
          aria-expanded={item.isOpen}
          className="group flex h-full w-full items-end gap-1 px-4 pb-1 text-left font-medium text-quiet text-small outline-offset-[-2px]"
          onClick={() => toggleGroup(item.name)}
          type="button"
        >
          {GROUP_LABELS[item.name]} · {item.count}
          <span className={item.isOpen ? 'opacity-0 group-hover:opacity-100' : ''}>
            <Icon name={item.isOpen ? 'down' : 'right'} />
          </span>
        </button>
      </h2>
    </li>
  );
}

/** Renders the items in view, and the active one wherever it is: scrolling must not remove the focused row. */
function useVirtualItems(items: readonly ListItem[], active: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** px of notes above the list. */
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useVirtualizer({
    count: items.length,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingEnd: STRIP_HEIGHT,
    // At least the list's height, so that the first render has the rows in view.
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: () => useListView.getState().scrollTop,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index];
      return item === undefined ? 0 : heightOf(item);
    },
    // Its identity changes with the items, so that their heights are read again.
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const inView = defaultRangeExtractor(range);
        if (active < 0 || inView.includes(active)) return inView;
        return [...inView, active].toSorted((a, b) => a - b);
      },
      [active],
    ),
  });
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0));
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => useListView.setState({ scrollTop: element?.scrollTop ?? 0 });
  }, []);
  return { scroller, list, scrollMargin, virtualizer };
}

/** All VMs of all accounts, in groups. */
export function VmList() {
  const { items, total } = useListItems();
  const currency = useApp(({ preferences }) => characterCount(preferences.currency));
  const activeKey = useListView((view) => view.activeKey);
  const known = items.findIndex(({ key }) => key === activeKey);
  // Until a row was active, Tab leads to the first one.
  const active = known === -1 ? items.findIndex(({ kind }) => kind === 'vm') : known;
  const { scroller, list, scrollMargin, virtualizer } = useVirtualItems(items, active);
  const focusFirst = useListKeys({
    items,
    activeIndex: known,
    list,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });

  useEffect(() => {
    // Back from another screen: focus the row that was active before.
    const key = useListView.getState().activeKey;
    if (key === null || document.activeElement !== document.body) return;
    rowElement(list.current, key)?.focus({ preventScroll: true });
  }, [list]);

  return (
    <div className="flex min-h-0 grow flex-col [@media(max-height:420px)]:min-h-44">
      {total > 0 && <Toolbar onEnterList={focusFirst} />}
      <div
        className="relative min-h-0 grow overflow-y-auto scroll-pb-(--strip) pb-(--strip)"
        ref={scroller}
        tabIndex={-1}
      >
        <ListNotes />
        {total > 0 && items.length === 0 && <NoMatch />}
        <ul
          aria-label={messages.list}
          className="relative"
          hidden={items.length === 0}
          ref={list}
          style={{ height: virtualizer.getTotalSize(), '--currency': currency }}
        >
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const item = items[index];
            if (item === undefined) return null;
            const place = {
              top: start - scrollMargin,
              height: size,
              position: index + 1,
              setSize: items.length,
            };
            if (item.kind === 'heading')
              return <GroupHeading item={item} key={item.key} {...place} />;
            const { key, vm, billed, accountId, accountLabel } = item;
            return (
              <VmRow
                accountId={accountId}
                accountLabel={accountLabel}
                billed={billed}
                isActive={index === active}
                key={key}
                rowKey={key}
                vm={vm}
                {...place}
              />
            );
          })}
        </ul>
        <RowMenu />
      </div>
    </div>
  );
}
