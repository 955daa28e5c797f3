import { useEffect, useMemo, useRef } from 'react';
import type { AppState } from '../../../shared/state/index.ts';
import { useResults } from '../../act-results.ts';
import { useApp } from '../../store.ts';
import { figuresWidth, lazy, onDemand, useMinute } from '../../ui/index.ts';
import { rowAccounts } from './find-vms.ts';
import { GroupHeading } from './group-heading.tsx';
import type { ListItem } from './list-items.ts';
import { ListNotes } from './list-notes.tsx';
import { useListView } from './list-view.ts';
import { messages } from './messages.ts';
import { OpenedRowMenu, ResultAnnouncement } from './row-actions.tsx';
import { rowTexts } from './row-texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useListItems } from './use-list-items.ts';
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

function useMoneyWidth({ accounts, preferences }: AppState, items: readonly ListItem[]): string {
  const hasMarks = accounts.length > 1;
  const isHidden = preferences.hideAmounts;
  return useMemo(() => {
    const rates = new Set(
      items.map((item) => (item.kind === 'heading' ? null : item.listed.vm.billed.perHour)),
    );
    const width = `${figuresWidth([...rates], isHidden)}ch`;
    return hasMarks ? `calc(${width} + 20px)` : width;
  }, [items, isHidden, hasMarks]);
}

export function VmList() {
  const list = useRef<HTMLUListElement>(null);
  const app = useApp((state) => state);
  const { items, total, isSliding, release } = useListItems(app, list);
  const owners = rowAccounts(app.accounts);
  const moneyWidth = useMoneyWidth(app, items);
  const now = useMinute();
  const results = useResults();
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
          style={{ height: listHeight, '--money': moneyWidth }}
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
                result={results.findLast((result) => result.vm === key) ?? null}
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
        <ResultAnnouncement result={results.at(-1) ?? null} />
      </div>
    </div>
  );
}
