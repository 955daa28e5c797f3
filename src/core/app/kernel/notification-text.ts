import { type Vm, vmName } from '../../../shared/domain/index.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import type { Destination } from '../../../shared/ipc/index.ts';
import type { Notification, NotificationButton } from './ports.ts';

// Names from the service can be pages long and contain control characters.

const MAX_NAME = 60;
const MAX_LABEL = 30;
const MAX_LISTED = 5;

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

/** @param destination the confirmation of the stop */
export function stopButton(destination: Destination): NotificationButton {
  return { label: 'Stop…', action: { kind: 'openPanel', screen: destination } };
}
