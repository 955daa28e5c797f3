import { memo, useEffect, useRef } from 'react';
import { hasOpenLayer, Icon, isTextField, Select, useShortcuts } from '../../ui/index.ts';
import { clearFilter, LIST_ORDERS, setFilter, useListView } from './list-view.ts';
import { messages, ORDER_LABELS } from './messages.ts';

/** Whether a keystroke starts the filter: a letter or digit outside fields. */
function startsFilter({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !/^[\p{L}\p{N}]$/u.test(key)) return false;
  return !hasOpenLayer() && target instanceof Element && !isTextField(target);
}

/** Filter and order. Arrow down leads from the filter to the rows. Memoized, since the list renders with each change of the state. */
export const Toolbar = memo(function Toolbar() {
  const query = useListView((view) => view.query);
  const order = useListView((view) => view.order);
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ filter: () => input.current?.focus() });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !startsFilter(event)) return;
      // Types the letter into the field instead of running a shortcut.
      event.stopPropagation();
      input.current?.focus();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return (
    <search className="flex h-9 shrink-0 items-center gap-2 pt-1 pr-2.5 pl-4 text-quiet">
      <Icon name="find" />
      <input
        aria-label={messages.filterLabel}
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
        placeholder={messages.filter}
        ref={input}
        spellCheck={false}
        title={messages.filterHint}
        type="search"
        value={query}
      />
      <Select
        aria-label={messages.sortLabel}
        isPlain
        onChange={(chosen) => useListView.setState({ order: chosen })}
        options={LIST_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
        value={order}
      />
    </search>
  );
});
