import type { AppState } from '../../../shared/state/index.ts';
import type { AppEvent } from '../event.ts';
import { type Group, notificationOf } from '../group.ts';
import type { Notification } from '../notification.ts';

/** A group of events as they come. */
export const groupOf = (...events: Group['events']): Group => ({
  ...{ id: 'g', events, more: 0, perHour: null },
});

/** Shows each event at once, alone. */
export function showingEach(
  show: (notification: Notification) => void,
  state: () => AppState,
  now: () => number,
) {
  return async (events: readonly AppEvent[]): Promise<void> => {
    for (const event of events) show(notificationOf(groupOf(event), state(), now()));
  };
}
