import type { RefObject } from 'react';
import { answerOf, bridge } from '../../bridge.ts';
import { appNow } from '../../store.ts';
import { useShortcuts } from '../../ui/index.ts';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

function rowElement(list: HTMLUListElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;
}

interface ListKeys {
  readonly items: readonly ListItem[];
  /** Where the active row is in `items`; -1: nowhere. */
  readonly activeIndex: number;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly reveal: (index: number) => void;
}

/** The next VM in a direction, over headings; -1: there is none. */
function step(items: readonly ListItem[], from: number, direction: 1 | -1): number {
  let index = from + direction;
  while (items[index]?.kind === 'heading') index += direction;
  return items[index] === undefined ? -1 : index;
}

/** Puts the focus on a row as soon as it is drawn. */
function focusRow(list: RefObject<HTMLUListElement | null>, key: string): void {
  requestAnimationFrame(() => rowElement(list.current, key)?.focus({ preventScroll: true }));
}

/** The keys of the list: up and down through the rows, copy, console. Enter is the row's own. */
export function useListKeys({ items, activeIndex, list, reveal }: ListKeys): {
  readonly enter: () => void;
} {
  const move = (direction: 1 | -1) => {
    const active = items[activeIndex];
    const isInside =
      active !== undefined &&
      rowElement(list.current, active.key)?.closest('li')?.matches(':focus-within');
    const from = isInside ? activeIndex : activeIndex === -1 ? -1 : activeIndex - direction;
    const index = step(items, from, direction);
    const item = items[index];
    if (item === undefined) return;
    useListView.setState({ activeKey: item.key });
    reveal(index);
    focusRow(list, item.key);
  };
  const copy = () => {
    const active = items[activeIndex];
    if (active === undefined) return;
    rowElement(list.current, active.key)
      ?.parentElement?.querySelector<HTMLElement>('[data-copy]')
      ?.click();
  };
  const openConsole = () => {
    const active = items[activeIndex];
    if (active?.kind !== 'vm') return;
    const account = appNow().accounts.find(({ id }) => id === active.accountId);
    if (account?.consoleUrl) void answerOf(bridge.openConsole({ accountId: account.id }));
  };
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    copy,
    console: openConsole,
  });
  return { enter: () => move(1) };
}
