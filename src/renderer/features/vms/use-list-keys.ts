import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import type { Refusal } from '../../../shared/ipc/index.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { vmOffers } from '../../../shared/vms/index.ts';
import { copyFromVm, refuseToCopy } from '../../copy-from-vm.ts';
import { openVm, refuseToOpen } from '../../open-vm.ts';
import { appNow } from '../../store.ts';
import { useShortcuts } from '../../ui/index.ts';
import type { ListItem } from './list-items.ts';
import { useListView } from './list-view.ts';
import { messages } from './messages.ts';

const NO_TERMINAL: Refusal = {
  kind: 'noTerminal',
  message: messages.noTerminal,
  action: messages.chooseTerminal,
};

function refusalOf(obstacle: string, vm: Vm): Refusal {
  const isGone = vmPhase(vm.status) === 'destroyed';
  return {
    kind: 'noAddress',
    message: `${obstacle}.`,
    action: isGone ? '' : messages.moreInDetails,
  };
}

/** C: copies the SSH command, or shows at the row why there is none. */
function copySsh(app: AppState, accountId: string, vm: Vm): void {
  const account = findAccount(app, accountId);
  if (account === undefined) return;
  const target = { accountId, vmId: vm.id, what: 'ssh' } as const;
  const { obstacle, notRunning } = vmOffers(app, account, vm);
  const reason = obstacle ?? notRunning;
  if (reason === null) void copyFromVm(target);
  else refuseToCopy(target, refusalOf(reason, vm));
}

/** O: opens a terminal, or shows at the row why it can't. */
function openTerminal(app: AppState, accountId: string, vm: Vm): void {
  const account = findAccount(app, accountId);
  if (account === undefined) return;
  const target = { accountId, vmId: vm.id };
  const opener = { kind: 'terminal' } as const;
  const { obstacle, notRunning, hasTerminal } = vmOffers(app, account, vm);
  const reason = obstacle ?? notRunning;
  if (reason !== null) refuseToOpen(target, opener, refusalOf(reason, vm));
  else if (!hasTerminal) refuseToOpen(target, opener, NO_TERMINAL);
  else void openVm(target, opener);
}

/** The row's button, if rendered. */
export function rowElement(list: HTMLUListElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;
}

/** Index of the next VM in a direction, skipping headings; -1: none. */
function nextVm(items: readonly ListItem[], from: number, direction: 1 | -1): number {
  let index = from + direction;
  while (items[index]?.kind === 'heading') index += direction;
  return items[index] === undefined ? -1 : index;
}

interface ListKeys {
  readonly items: readonly ListItem[];
  /** Index of the active row; -1: no row was active yet. */
  readonly activeIndex: number;
  readonly list: RefObject<HTMLUListElement | null>;
}

/** Keyboard shortcuts of the list: arrows move between rows, C copies, O opens. Returns what focuses the first row. */
export function useListKeys({ items, activeIndex, list }: ListKeys): () => void {
  const goTo = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    // Synchronous, so that an immediately following key finds the row rendered and focused.
    flushSync(() => useListView.setState({ activeKey: item.key }));
    const row = rowElement(list.current, item.key);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const onActive = (act: typeof copySsh) => () => {
    const active = items[activeIndex];
    if (active?.kind === 'vm') act(appNow(), active.accountId, active.vm);
  };
  useShortcuts({
    next: () => goTo(nextVm(items, activeIndex, 1)),
    previous: () => goTo(nextVm(items, activeIndex, -1)),
    copy: onActive(copySsh),
    terminal: onActive(openTerminal),
  });
  return () => goTo(nextVm(items, -1, 1));
}
