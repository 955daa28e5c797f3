import { useEffect, useMemo, useRef } from 'react';
import { useResults } from '../../act-results.ts';
import { useApp } from '../../store.ts';
import { figuresWidth, lazy, onDemand, useMinute } from '../../ui/index.ts';
import { GroupHeading, MoreRow } from './group-heading.tsx';
import type { ListItem } from './list-items.ts';
import { ListNotes } from './list-notes.tsx';
import { useListView } from './list-view.ts';
import { messages } from './messages.ts';
import { OpenedRowMenu, ResultAnnouncement } from './row-actions.tsx';
import { Toolbar } from './toolbar.tsx';
import { useHeldList, useListItems } from './use-list-items.ts';
import { rowElement, useListKeys } from './use-list-keys.ts';
import { useRowsInView } from './use-rows-in-view.ts';
import { VmRow } from './vm-row.tsx';

const NoMatch = lazy(onDemand(() => import('./no-match.tsx').then((all) => all.NoMatch)));

declare module 'react' {
  interface CSSProperties {
    /** Width of the money column, in digits. */
    readonly '--money'?: string;
  }
}

function useMoneyWidth(items: readonly ListItem[]): string {
  const hasMarks = useApp(({ accounts }) => accounts.length > 1);
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts);
  return useMemo(() => {
    const rates = new Set(
      items.map((item) => (item.kind === 'vm' ? item.vm.billed.perHour : null)),
    );
    const width = `${figuresWidth([...rates], isHidden)}ch`;
    return hasMarks ? `calc(${width} + 20px)` : width;
  }, [items, isHidden, hasMarks]);
}

export function VmList() {
  const list = useRef<HTMLUListElement>(null);
  const { isHeld, pointer, focus } = useHeldList(list);
  const { items, total, isSliding } = useListItems(isHeld);
  const moneyWidth = useMoneyWidth(items);
  const now = useMinute();
  const results = useResults();
  const activeKey = useListView((view) => view.activeKey);
  const known = items.findIndex(({ key }) => key === activeKey);
  // Until a row was active, Tab leads to the first one.
  const active = known === -1 ? items.findIndex(({ kind }) => kind === 'vm') : known;
  const { scroller, rows, listHeight, room, onScroll } = useRowsInView(items, active);
  const focusFirst = useListKeys({ items, activeIndex: known, list });

  useEffect(() => {
    // Back from another screen: focus the row that was active before.
    const key = useListView.getState().activeKey;
    if (key === null || document.activeElement !== document.body) return;
    rowElement(list.current, key)?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="flex min-h-0 grow flex-col [@media(max-height:420px)]:min-h-44">
      {total > 0 && <Toolbar onEnterList={focusFirst} />}
      <div
        className="relative min-h-0 grow overflow-y-auto scroll-pb-(--strip) pb-(--strip)"
        onScroll={onScroll}
        ref={scroller}
        tabIndex={-1}
        {...pointer}
      >
        <ul
          aria-label={messages.list}
          className={`relative ${isSliding ? 'sliding' : ''}`}
          hidden={items.length === 0}
          ref={list}
          style={{ height: listHeight, '--money': moneyWidth }}
          {...focus}
        >
          {rows.map(({ item, index, top, height }) => {
            const place = { top, height, position: index + 1, setSize: items.length };
            if (item.kind === 'heading')
              return <GroupHeading item={item} key={item.key} {...place} />;
            if (item.kind === 'more') return <MoreRow item={item} key={item.key} {...place} />;
            const { key, isOneLine, ...entry } = item;
            return (
              <VmRow
                {...entry}
                isActive={index === active}
                key={key}
                now={now}
                result={results.findLast((result) => result.vm === key) ?? null}
                room={isOneLine ? null : room}
                rowKey={key}
                {...place}
              />
            );
          })}
        </ul>
        {/* Below the rows, so that a note that comes or goes moves none. */}
        {total > 0 && items.length === 0 && <NoMatch />}
        <ListNotes />
        <OpenedRowMenu />
        <ResultAnnouncement result={results.at(-1) ?? null} />
      </div>
    </div>
  );
}
