import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { answerOf, bridge } from '../../bridge.ts';
import { copyFromVm } from '../../copying.ts';
import { appNow } from '../../store.ts';
import { useShortcuts } from '../../ui/index.ts';
import { canLogIn } from './can-log-in.ts';
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

/** The keys of the list: up and down through the rows, copy, console. Enter is the row's own. */
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
  const copy = () => {
    const active = items[activeIndex];
    if (active?.kind !== 'vm' || !canLogIn(active.vm)) return;
    void copyFromVm({ accountId: active.accountId, vmId: active.vm.id, what: 'ssh' });
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
  return { enter: () => goTo(nextVm(items, -1, 1)) };
}
