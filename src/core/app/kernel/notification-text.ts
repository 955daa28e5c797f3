import { accountTag } from '../../../shared/accounts/index.ts';
import { sumRates } from '../../../shared/domain/index.ts';
import { formatRate } from '../../../shared/format/index.ts';
import type { Destination } from '../../../shared/ipc/index.ts';
import { type AppState, findVm } from '../../../shared/state/index.ts';
import type { VmRef } from '../../ssh/index.ts';
import type { Notification, NotificationBatch, NotificationButton } from './ports.ts';

const MAX_TITLES = 5;
const MAX_NAMES = 3;

/** The first titles, and the number of the others. */
export function listed(titles: readonly string[]): string {
  const more = titles.length - MAX_TITLES;
  const first = titles.slice(0, MAX_TITLES).join('; ');
  return more > 0 ? `${first}; and ${more} more` : first;
}

/** One notification for each kind. */
export function joined(
  all: readonly Notification[],
  hideAmounts: boolean,
): readonly Notification[] {
  const kinds = Map.groupBy(all, ({ batch }, index) => batch?.many ?? index);
  return [...kinds.values()].flatMap((group) => {
    const batches = group.flatMap(({ batch }) => batch ?? []);
    const [first] = group;
    if (first?.batch === undefined || group.length === 1) return group;
    const isOfVms = first.destination.kind === 'vm';
    const destination = isOfVms ? ({ kind: 'vms' } as const) : first.destination;
    const text = ofAll(batches, first.batch.many, hideAmounts);
    const { topic } = first;
    return [{ ...text, destination, ...(topic && { topic }) }];
  });
}

function ofAll(
  batches: readonly NotificationBatch[],
  many: string,
  hideAmounts: boolean,
): Pick<Notification, 'title' | 'body'> {
  const rates = batches.flatMap(({ ratePerHour }) => ratePerHour ?? []);
  const sum = hideAmounts ? null : sumRates(rates);
  const rate = hideAmounts || sum === null ? null : formatRate(sum);
  const names = batches.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = batches.length - names.length;
  return {
    title: `${batches.length} ${many}${rate === null ? '' : ` · ${rate}`}`,
    body: `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  };
}

/** Without the earlier changes of each alert. */
export function latestOfAlerts(all: readonly Notification[]): readonly Notification[] {
  const latest = new Map(all.map((each, index) => [each.alert ?? index, each]));
  return all.filter((each, index) => latest.get(each.alert ?? index) === each);
}

/** @param held titles of notifications that an earlier version held back in quiet hours */
export function quietHoursRemoved(held: readonly string[]): Notification {
  const advice = 'Use Do Not Disturb on your computer and phone instead.';
  const body = held.length === 0 ? advice : `${advice} Held back: ${listed(held)}.`;
  return { title: 'Quiet hours were removed', body, destination: { kind: 'alerts' } };
}

/** The rate of a VM; null: unknown or hidden. */
export function shownRate(state: AppState, vm: VmRef): string | null {
  const rate = findVm(state, vm)?.billed.perHour ?? null;
  return rate === null || state.preferences.hideAmounts ? null : formatRate(rate);
}

/** The text after the VM's rate, if known and shown, and its account, if there are several. */
export function withVmFacts(state: AppState, vm: VmRef, text: string): string {
  const owner = accountTag(state.accounts, vm.accountId)?.short ?? null;
  const parts = [shownRate(state, vm), owner, text];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** @param destination the confirmation of the stop */
export function stopButton(destination: Destination): NotificationButton {
  return { label: 'Stop…', action: { kind: 'openPanel', screen: destination } };
}
