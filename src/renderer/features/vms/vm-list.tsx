import { memo, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { accountNames } from '../../../shared/accounts/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { GROUP_LABELS } from '../../../shared/vms/vm-groups.ts';
import { copySsh, openTerminal, resultText, useActs } from '../../act-on-vm.ts';
import { go, useApp, type VmTarget } from '../../store.ts';
import { Icon, lazy, Money, onDemand, Select, useMinute, useShortcuts } from '../../ui/index.ts';
import type { HeadingItem, ListItem } from './list-items.ts';
import { clearFilter, LIST_ORDERS, type SectionName, setFilter, useListView } from './list-view.ts';
import type { OpenRowMenu } from './row-menu.tsx';
import { rowTexts } from './row-texts.ts';
import { useListItems } from './use-list-items.ts';
import { type RowPlace, useRowsInView } from './use-rows-in-view.ts';
import { VmRow } from './vm-row.tsx';

/** On demand: most rows are only read. */
const RowMenu = lazy(onDemand(() => import('./row-menu.tsx'), 'RowMenu'));

/** `Running · 5`, `2 more`. */
function sectionLabel(name: SectionName, count: number): string {
  if (name === 'more') return `${count} more`;
  return `${name === 'new' ? 'New' : GROUP_LABELS[name]} · ${count}`;
}

interface GroupHeadingProps extends RowPlace {
  readonly item: HeadingItem;
}

function GroupHeading({ item, top, height, position, setSize }: GroupHeadingProps) {
  const { name, count, perHour, isPartial, isOpen } = item;
  return (
    <li aria-posinset={position} aria-setsize={setSize} className="vm-row" style={{ top, height }}>
      <h2 className="h-full">
        <button
          aria-expanded={isOpen}
          className="group flex h-full w-full items-end gap-1 px-4 pb-0.5 text-left font-medium text-quiet text-small outline-offset-[-2px]"
          onClick={() =>
            useListView.setState(({ opened }) => ({ opened: { ...opened, [name]: !isOpen } }))
          }
          type="button"
        >
          <span>
            {sectionLabel(name, count)}
            {perHour !== null && perHour !== 0 && (
              <>
                {' · '}
                <Money amount={perHour} isAtLeast={isPartial} per="h" />
              </>
            )}
          </span>
          <Icon
            className={isOpen ? 'opacity-0 group-hover:opacity-100' : ''}
            name={isOpen ? 'down' : 'right'}
          />
        </button>
      </h2>
      {name === 'waste' && (
        <button
          className="absolute right-0 bottom-0 h-6 px-4 max-[279px]:bottom-5 text-accent text-small hover:underline"
          onClick={() => go({ kind: 'stopIdle' })}
          type="button"
        >
          Stop…
        </button>
      )}
    </li>
  );
}

/** Placeholder rows with the height of real ones, below the place of toolbar and heading. */
function SkeletonRows() {
  return (
    <div className="pt-15">
      <p className="sr-only" role="status">
        Loading VMs
      </p>
      {['first', 'second', 'third'].map((row) => (
        <div aria-hidden="true" className="flex h-11 items-center gap-2 pr-10 pl-4" key={row}>
          <span className="skeleton size-3" />
          <span className="grid grow gap-1.5">
            <span className="skeleton h-3 w-28" />
            <span className="skeleton h-2 w-44" />
          </span>
          <span className="skeleton h-3 w-16" />
        </div>
      ))}
    </div>
  );
}

const code = () => import('./account-note.tsx');
const note = onDemand(code, 'AccountNote');
/** Below VMs, and in place of them, where nothing would be shown until its code is loaded. */
const AccountNote = lazy(note);
const EmptyNote = lazy(note, <SkeletonRows />);
const NoMatch = lazy(onDemand(code, 'NoMatch'));

function ListNotes({ accounts, snapshots, environment: { isOnline } }: AppState) {
  return accounts.map((account) => {
    const { id } = account;
    const { value = null, problem = null } = snapshots[id]?.vms ?? {};
    if (isOnline && value === null && problem === null) return <SkeletonRows key={id} />;
    if (value === null || value.vms.length === 0) return <EmptyNote account={account} key={id} />;
    return value.skipped > 0 && <AccountNote account={account} key={id} />;
  });
}

/** Filter and order. Arrow down leads from the filter to the rows. Memoized, since the list renders with each change of the state. */
const Toolbar = memo(function Toolbar() {
  const query = useListView((view) => view.query);
  const order = useListView((view) => view.order);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ filter: () => input.current?.focus() });
  return (
    <search className="flex h-9 shrink-0 items-center gap-2 pt-1 pr-2.5 pl-4 text-quiet">
      <Icon name="find" />
      <input
        aria-label="Filter VMs"
        className="h-7 min-w-0 grow rounded bg-transparent text-ink select-text [&::-webkit-search-cancel-button]:appearance-none"
        dir="auto"
        maxLength={200}
        onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-row]')?.focus();
          }
          if (event.key === 'Escape') {
            // The first Escape clears the filter, the next one closes the panel.
            event.preventDefault();
            clearFilter();
            event.currentTarget.blur();
          }
        }}
        placeholder="Filter"
        ref={input}
        spellCheck={false}
        title="Name, number, node, GPU, status, address or account (just type)"
        type="search"
        value={query}
      />
      <Select
        aria-label="Sort VMs"
        isPlain
        onChange={(chosen) => useListView.setState({ order: chosen })}
        options={LIST_ORDERS.map((value) => ({ value, label: `by ${value}` }))}
        value={order}
      />
    </search>
  );
});

const rowElement = (key: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);

function useListKeys(items: readonly ListItem[], activeIndex: number): void {
  const goTo = (item: ListItem | undefined) => {
    if (item === undefined) return;
    // Synchronous, so that an immediately following key finds the row rendered and focused.
    flushSync(() => useListView.setState({ activeKey: item.key }));
    const row = rowElement(item.key);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const onActive = (act: (target: VmTarget) => unknown) => () => {
    const active = items[activeIndex];
    if (active && 'listed' in active) act(active.listed);
  };
  useShortcuts({
    next: () => goTo(items.find(({ kind }, index) => index > activeIndex && kind !== 'heading')),
    previous: () =>
      goTo(items.findLast(({ kind }, index) => index < activeIndex && kind !== 'heading')),
    copy: onActive(copySsh),
    terminal: onActive(openTerminal),
  });
}

export function VmList() {
  const list = useRef<HTMLUListElement>(null);
  const app = useApp((state) => state);
  const { items, total, isSliding, release } = useListItems(app, list);
  const owners = app.accounts.length > 1 ? accountNames(app.accounts) : null;
  const now = useMinute();
  const results = useActs((acts) => acts.results);
  const [menu, openMenu] = useState<OpenRowMenu | null>(null);
  const activeKey = useListView((view) => view.activeKey);
  const known = items.findIndex(({ key }) => key === activeKey);
  // Until a row was active, Tab leads to the first one.
  const active = known === -1 ? items.findIndex(({ kind }) => kind !== 'heading') : known;
  const { scroller, rows, listHeight, room, onScroll } = useRowsInView(items, active);
  useListKeys(items, known);

  useEffect(() => {
    // Back from another screen: focus the row that was active before.
    const key = useListView.getState().activeKey;
    if (key === null || document.activeElement !== document.body) return;
    rowElement(key)?.focus({ preventScroll: true });
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
          aria-label="VMs"
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
                onMenu={openMenu}
                owner={owners?.get(accountId)}
                result={results[key] ?? null}
                rowKey={key}
                vm={vm}
              />
            );
          })}
        </ul>
        {/* Below the rows, so that a note that comes or goes moves none. */}
        {total > 0 && items.length === 0 && <NoMatch />}
        <ListNotes {...app} />
        {menu && <RowMenu {...menu} onClose={() => openMenu(null)} />}
        {/* One live region for all rows, since each takes time to lay out. */}
        <span aria-live="polite" className="sr-only">
          {resultText(Object.values(results).at(-1) ?? null)}
        </span>
      </div>
    </div>
  );
}
