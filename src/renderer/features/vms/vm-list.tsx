import { useEffect, useRef } from 'react';
import { resultText, useActs } from '../../act-on-vm.ts';
import { useApp } from '../../store.ts';
import { useMinute } from '../../ui/index.ts';
import { rowAccounts } from './find-vms.ts';
import { GroupHeading } from './group-heading.tsx';
import { ListNotes, NoMatch } from './list-notes.tsx';
import { useListView } from './list-view.ts';
import { messages } from './messages.ts';
import { OpenedRowMenu } from './row-actions.tsx';
import { rowTexts } from './row-texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useListItems } from './use-list-items.ts';
import { rowElement, useListKeys } from './use-list-keys.ts';
import { useRowsInView } from './use-rows-in-view.ts';
import { VmRow } from './vm-row.tsx';

export function VmList() {
  const list = useRef<HTMLUListElement>(null);
  const app = useApp((state) => state);
  const { items, total, isSliding, release } = useListItems(app, list);
  const owners = rowAccounts(app.accounts);
  const now = useMinute();
  const results = useActs((acts) => acts.results);
  const activeKey = useListView((view) => view.activeKey);
  const known = items.findIndex(({ key }) => key === activeKey);
  // Until a row was active, Tab leads to the first one.
  const active = known === -1 ? items.findIndex(({ kind }) => kind !== 'heading') : known;
  const { scroller, rows, listHeight, room, onScroll } = useRowsInView(items, active);
  useListKeys({ items, activeIndex: known, list });

  useEffect(() => {
    // Back from another screen: focus the row that was active before.
    const key = useListView.getState().activeKey;
    if (key === null || document.activeElement !== document.body) return;
    rowElement(list.current, key)?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="flex min-h-0 grow flex-col [@media(max-height:420px)]:min-h-44">
      {total > 0 && <Toolbar />}
      <div
        className="relative min-h-0 grow overflow-y-auto scroll-pb-(--strip) pb-(--strip)"
        onScroll={onScroll}
        ref={scroller}
        tabIndex={-1}
      >
        <ul
          aria-label={messages.list}
          className={`relative ${isSliding ? 'sliding' : ''}`}
          hidden={items.length === 0}
          ref={list}
          style={{ height: listHeight }}
          {...release}
        >
          {rows.map(({ item, place }) => {
            const { key } = item;
            if (item.kind === 'heading') return <GroupHeading item={item} key={key} {...place} />;
            const { accountId, vm } = item.listed;
            const isLine = item.kind === 'line';
            return (
              <VmRow
                {...rowTexts(app, item.listed, now, isLine ? null : room)}
                {...place}
                accountId={accountId}
                isActive={place.position - 1 === active}
                isLine={isLine}
                key={key}
                owner={owners.get(accountId)}
                result={results[key] ?? null}
                rowKey={key}
                vm={vm}
              />
            );
          })}
        </ul>
        {/* Below the rows, so that a note that comes or goes moves none. */}
        {total > 0 && items.length === 0 && <NoMatch />}
        <ListNotes />
        <OpenedRowMenu />
        {/* One live region for all rows, since each takes time to lay out. */}
        <span aria-live="polite" className="sr-only">
          {resultText(Object.values(results).at(-1) ?? null)}
        </span>
      </div>
    </div>
  );
}
