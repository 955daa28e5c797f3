import type { Destination } from '../../shared/ipc/bridge.ts';
import type { RequestInput } from '../../shared/ipc/contract.ts';
import type { AppEvent } from './event.ts';

/** A message for the desktop's notification center. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  /** A program's log has it among its errors. */
  readonly isError?: boolean;
  readonly destination: Destination;
  /** A click also copies this. */
  readonly copy?: RequestInput<'copyFromVm'>;
  /** On Windows and macOS. */
  readonly buttons?: readonly NotificationButton[];
  /** Events of the notification, the first of many; absent: it answers the user, or reminds. */
  readonly events?: readonly AppEvent[];
}

export interface NotificationButton {
  readonly label: string;
  readonly action:
    | { readonly kind: 'setAutoStop'; readonly input: RequestInput<'setAutoStop'> }
    | { readonly kind: 'snoozeAlert'; readonly input: RequestInput<'snoozeAlert'> }
    | { readonly kind: 'openPanel'; readonly screen: Destination };
}

/** The words for an event. `destination`: default: the event's VM, or the alerts. */
export type EventWords = Omit<EventText, 'destination'> & Partial<Pick<EventText, 'destination'>>;

export interface EventText extends Omit<Notification, 'events'> {
  /** Effect of a click, in no message: `Click to extend.` */
  readonly hint?: string;
}
