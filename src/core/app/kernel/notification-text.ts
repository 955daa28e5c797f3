import { type Vm, vmName } from '../../../shared/domain/index.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import type { Destination } from '../../../shared/ipc/index.ts';
import type { Notification, NotificationButton } from './ports.ts';

// Names from the service can be pages long and contain control characters.

const MAX_NAME = 60;
const MAX_LABEL = 30;
const MAX_LISTED = 5;
/** More notifications of a kind than this are one. */
const MAX_SINGLE = 3;

export const shortLabel = (text: string) => clipped(printable(text), MAX_LABEL);
export const shortName = (vm: Vm) => clipped(vmName(vm), MAX_NAME);

/** The first few, and how many more. */
export function listed(titles: readonly string[]): string {
  const more = titles.length - MAX_LISTED;
  const first = titles.slice(0, MAX_LISTED).join('; ');
  return more > 0 ? `${first}; and ${more} more` : first;
}

/** The notification's title, or those of a summary. */
export function titlesOf({ title, titles = [title] }: Notification): readonly string[] {
  return titles;
}

/** How things of one kind are notified. */
interface Batch<T> {
  readonly titleOf: (one: T) => string;
  readonly single: (one: T, title: string) => Notification;
  /** The title where they are one notification. */
  readonly summary: (count: number) => string;
  readonly destination: Destination;
}

/** A notification for each, or one for all when they are more than `maxSingle`. */
export function batched<T>(
  all: readonly T[],
  { titleOf, single, summary, destination }: Batch<T>,
  maxSingle = MAX_SINGLE,
): readonly Notification[] {
  if (all.length <= maxSingle) return all.map((one) => single(one, titleOf(one)));
  const titles = all.map(titleOf);
  return [{ title: summary(all.length), body: listed(titles), titles, destination }];
}

/** @param destination the confirmation of the stop */
export function stopButton(destination: Destination): NotificationButton {
  return { label: 'Stop…', action: { kind: 'openPanel', screen: destination } };
}
