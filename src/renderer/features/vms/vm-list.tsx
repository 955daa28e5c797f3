import { useEffect, useMemo } from 'react';
import { characterCount } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { GroupHeading } from './group-heading.tsx';
import { heightOf, type ListItem } from './list-items.ts';
import { ListNotes } from './list-notes.tsx';
import { useListView } from './list-view.ts';
import { NothingFound } from './nothing-found.tsx';
import { RowMenuPopover } from './row-menu-popover.tsx';
import { Toolbar } from './toolbar.tsx';
import { useListItems } from './use-list-items.ts';
import { useListKeys } from './use-list-keys.ts';
import { useWindow } from './use-window.ts';
import { VmRow } from './vm-row.tsx';
import { offsetsOf } from './windowing.ts';

declare module 'react' {
  interface CSSProperties {
    /** Characters that stand before an amount. */
    readonly '--currency'?: number;
  }
}

/** The items in sight, and the active one wherever it is: the focus must not fall off the page by scrolling. */
function drawnItems(items: readonly ListItem[], first: number, end: number, active: number) {
  const drawn = items.slice(first, end).map((item, index) => ({ item, index: first + index }));
  const item = items[active];
  if (item !== undefined && active < first) drawn.unshift({ item, index: active });
  if (item !== undefined && active >= end) drawn.push({ item, index: active });
  return drawn;
}

/** All VMs of all accounts, in groups. Thousands of them cost what fits on the screen. */
export function VmList() {
  const { items, total } = useListItems();
  const offsets = useMemo(() => offsetsOf(items.map(heightOf)), [items]);
  const { scroller, list, range, reveal } = useWindow(offsets);
  const currency = useApp(({ preferences }) => characterCount(preferences.currency));
  const wanted = useListView(({ activeKey }) => activeKey);
  const firstVm = items.findIndex(({ kind }) => kind === 'vm');
  const known = items.findIndex(({ key }) => key === wanted);
  // Before any row was active the first is the one that Tab leads to.
  const active = known === -1 ? firstVm : known;
  const { enter } = useListKeys({ items, activeIndex: known, list, reveal });

  useEffect(() => {
    // Back from the details: to the row that one came from.
    const key = useListView.getState().activeKey;
    if (key === null || document.activeElement !== document.body) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      ?.focus({ preventScroll: true });
  }, [list]);

  return (
    <div className="flex min-h-0 grow flex-col [@media(max-height:420px)]:min-h-44">
      {total > 0 && <Toolbar onEnterList={enter} />}
      <div className="relative min-h-0 grow overflow-y-auto" ref={scroller} tabIndex={-1}>
        <ListNotes />
        {total > 0 && items.length === 0 && <NothingFound />}
        <ul
          aria-label="VMs"
          className="relative"
          hidden={items.length === 0}
          ref={list}
          style={{ height: offsets.at(-1), '--currency': currency }}
        >
          {drawnItems(items, range.first, range.end, active).map(({ item, index }) => {
            const place = {
              top: offsets[index] ?? 0,
              height: heightOf(item),
              position: index + 1,
              outOf: items.length,
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
        <RowMenuPopover />
      </div>
    </div>
  );
}
