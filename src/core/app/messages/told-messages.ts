import type { Preferences } from '../../../shared/settings/preferences.ts';
import type { Message } from '../../messages/index.ts';
import { joined, latestOfAlerts } from '../kernel/notification-text.ts';
import type { Notification } from '../kernel/ports.ts';

/** Many VMs are one message, as they are one notification. Alerts stay apart, so that each is over with its own message. */
function apart(notifications: readonly Notification[], hideAmounts: boolean) {
  const { vm = [], others = [] } = Object.groupBy(latestOfAlerts(notifications), ({ topic }) =>
    topic === 'vm' ? topic : 'others',
  );
  return [...others, ...joined(vm, hideAmounts)];
}

/** The messages of what is notified. */
export function messagesOf(
  notifications: readonly Notification[],
  { now, preferences }: { now: number; preferences: Pick<Preferences, 'hideAmounts'> },
): readonly Message[] {
  const parts = notifications.flatMap((each) => each.parts ?? [each]);
  return apart(parts, preferences.hideAmounts).flatMap((each): readonly Message[] => {
    const { topic, title, body, alert = null, isOver = false, at = now } = each;
    return topic === undefined ? [] : [{ topic, alert, isOver, title, body, at }];
  });
}
