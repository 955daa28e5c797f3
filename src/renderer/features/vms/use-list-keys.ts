import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { appNow } from '../../store.ts';
import { useShortcuts } from '../../ui/index.ts';
import { copySshByKey, openTerminalByKey } from './act-on-vm.ts';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

function rowElement(list: HTMLUListElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;
}

interface ListKeys {
  readonly items: readonly ListItem[];
  /** Where the active row is in `items`; -1: no row was active yet. */
  readonly activeIndex: number;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly reveal: (index: number) => void;
}

/** The next VM in a direction, over headings; -1: there is none. */
function nextVm(items: readonly ListItem[], from: number, direction: 1 | -1): number {
  let index = from + direction;
  while (items[index]?.kind === 'heading') index += direction;
  return items[index] === undefined ? -1 : index;
}

/** The keys of the list: up and down through the rows, copy, log in. Enter is the row's own. */
export function useListKeys({ items, activeIndex, list, reveal }: ListKeys): {
  readonly enter: () => void;
} {
  const goTo = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    // Drawn at once, so that the next key, however soon it comes, finds the focus where it belongs.
    flushSync(() => {
      useListView.setState({ activeKey: item.key });
      reveal(index);
    });
    rowElement(list.current, item.key)?.focus({ preventScroll: true });
  };
  const move = (direction: 1 | -1) => goTo(nextVm(items, activeIndex, direction));
  const onActive = (act: typeof copySshByKey) => () => {
    const active = items[activeIndex];
    if (active?.kind === 'vm') act(appNow(), active.accountId, active.vm);
  };
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    copy: onActive(copySshByKey),
    terminal: onActive(openTerminalByKey),
  });
  return { enter: () => goTo(nextVm(items, -1, 1)) };
}
