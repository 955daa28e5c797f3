import { useRef } from 'react';
import { Choice, Icon, useShortcuts } from '../../ui/index.ts';
import { clearFilter, LIST_ORDERS, type ListOrder, useListView } from './list-view.ts';

const ORDER_WORDS: Readonly<Record<ListOrder, string>> = {
  rate: 'by rate',
  age: 'by age',
  name: 'by name',
};

/** What to see of the list, and in which order. */
export function Toolbar({ onEnterList }: { readonly onEnterList: () => void }) {
  const { query, order } = useListView();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ filter: () => input.current?.focus() });
  return (
    <search className="flex h-9 shrink-0 items-center gap-2 pt-1 pr-2.5 pl-4 text-quiet">
      <Icon name="find" />
      <input
        aria-label="Filter VMs"
        className="h-7 min-w-0 grow rounded bg-transparent text-ink select-text placeholder:text-quiet [&::-webkit-search-cancel-button]:appearance-none"
        onChange={({ currentTarget }) => useListView.setState({ query: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onEnterList();
          }
          if (event.key === 'Escape') {
            // First the filter goes, only then the panel.
            event.preventDefault();
            clearFilter();
            event.currentTarget.blur();
          }
        }}
        maxLength={200}
        placeholder="Filter"
        ref={input}
        spellCheck={false}
        title="Name, number, node, GPU, status, address or account (/)"
        type="search"
        value={query}
      />
      <Choice
        isBare
        label="Sort VMs"
        onChange={(chosen) => useListView.setState({ order: chosen })}
        options={LIST_ORDERS.map((value) => ({ value, words: ORDER_WORDS[value] }))}
        value={order}
      />
    </search>
  );
}
