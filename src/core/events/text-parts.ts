import { ownerName } from '../../shared/accounts/index.ts';
import { formatRate } from '../../shared/format/index.ts';
import type { Destination } from '../../shared/ipc/bridge.ts';
import type { VmRef } from '../../shared/ssh/ssh-state.ts';
import { type AppState, findVm } from '../../shared/state/index.ts';
import type { NotificationButton } from './notification.ts';

const MAX_TITLES = 5;

/** The first titles, and the number of the others. */
export function listed(titles: readonly string[], count = titles.length): string {
  const first = titles.slice(0, MAX_TITLES);
  const more = count - first.length;
  return `${first.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** The rate of a VM; null: unknown. */
export function shownRate(state: AppState, ref: VmRef): string | null {
  const rate = findVm(state, ref)?.billed.perHour ?? null;
  return rate === null ? null : formatRate(rate);
}

/** The text after the VM's rate, if known, and its account, if there are several. */
export function withVmFacts(state: AppState, vm: VmRef, text: string): string {
  const owner = ownerName(state.accounts, vm.accountId);
  const parts = [shownRate(state, vm), owner, text];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** @param destination the confirmation of the stop */
export function stopButton(destination: Destination): NotificationButton {
  return { label: 'Stop…', action: { kind: 'openPanel', screen: destination } };
}
