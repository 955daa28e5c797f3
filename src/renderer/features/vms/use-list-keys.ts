import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import type { Refusal } from '../../../shared/ipc/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type VmOffers, vmOffers } from '../../../shared/vms/index.ts';
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

/** Why nobody can log in to the VM; null: somebody may. */
function loginRefusal(vm: Vm, { obstacle, notRunning }: VmOffers): Refusal | null {
  const reason = obstacle ?? notRunning;
  if (reason === null) return null;
  const action = vmPhase(vm.status) === 'destroyed' ? '' : messages.moreInDetails;
  return { kind: 'noAddress', message: `${reason}.`, action };
}

/** C: copies the SSH command, or shows at the row why there is none. */
function copySsh(accountId: string, vm: Vm, offers: VmOffers): void {
  const target = { accountId, vmId: vm.id, what: 'ssh' } as const;
  const refusal = loginRefusal(vm, offers);
  if (refusal === null) void copyFromVm(target);
  else refuseToCopy(target, refusal);
}

/** O: opens a terminal, or shows at the row why it can't. */
function openTerminal(accountId: string, vm: Vm, offers: VmOffers): void {
  const target = { accountId, vmId: vm.id };
  const refusal = loginRefusal(vm, offers) ?? (offers.hasTerminal ? null : NO_TERMINAL);
  if (refusal === null) void openVm(target, { kind: 'terminal' });
  else refuseToOpen(target, { kind: 'terminal' }, refusal);
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
  readonly activeIndex: number;
  readonly list: RefObject<HTMLUListElement | null>;
}

/** Arrows move between rows, C copies, O opens. Returns a function that focuses the first row. */
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
    if (active?.kind !== 'vm') return;
    const { accountId, vm } = active;
    const app = appNow();
    const account = findAccount(app, accountId);
    if (account !== undefined) act(accountId, vm, vmOffers(app, account, vm));
  };
  useShortcuts({
    next: () => goTo(nextVm(items, activeIndex, 1)),
    previous: () => goTo(nextVm(items, activeIndex, -1)),
    copy: onActive(copySsh),
    terminal: onActive(openTerminal),
  });
  return () => goTo(nextVm(items, -1, 1));
}
