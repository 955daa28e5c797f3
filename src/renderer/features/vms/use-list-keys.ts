import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { copySsh, openTerminal } from '../../act-on-vm.ts';
import type { VmTarget } from '../../store.ts';
import { useShortcuts } from '../../ui/index.ts';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';

export function rowElement(list: HTMLUListElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;
}

/** Index of the next VM in a direction; -1: none. */
function nextVm(items: readonly ListItem[], from: number, direction: 1 | -1): number {
  let index = from + direction;
  while (items[index]?.kind === 'heading') index += direction;
  return items[index] === undefined ? -1 : index;
}

interface ListKeys {
  readonly items: readonly ListItem[];
  readonly activeIndex: number;
  readonly list: RefObject<HTMLUListElement | null>;
}

export function useListKeys({ items, activeIndex, list }: ListKeys): void {
  const goTo = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    // Synchronous, so that an immediately following key finds the row rendered and focused.
    flushSync(() => useListView.setState({ activeKey: item.key }));
    const row = rowElement(list.current, item.key);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const onActive = (act: (target: VmTarget) => unknown) => () => {
    const active = items[activeIndex];
    if (active && 'listed' in active) act(active.listed);
  };
  useShortcuts({
    next: () => goTo(nextVm(items, activeIndex, 1)),
    previous: () => goTo(nextVm(items, activeIndex, -1)),
    copy: onActive(copySsh),
    terminal: onActive(openTerminal),
  });
}
