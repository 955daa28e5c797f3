import type { Destination } from '../../../shared/ipc/index.ts';
import type { Notification, NotificationButton } from './ports.ts';

const MAX_LISTED = 5;

export function listed(titles: readonly string[]): string {
  const more = titles.length - MAX_LISTED;
  const first = titles.slice(0, MAX_LISTED).join('; ');
  return more > 0 ? `${first}; and ${more} more` : first;
}

export function titlesOf({ title, titles = [title] }: Notification): readonly string[] {
  return titles;
}

/** @param destination the confirmation of the stop */
export function stopButton(destination: Destination): NotificationButton {
  return { label: 'Stop…', action: { kind: 'openPanel', screen: destination } };
}
