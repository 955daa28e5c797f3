export type {
  AlertEvent,
  AppEvent,
  AutoStopEvent,
  AutoStopOutcome,
  LateStop,
  VmEvent as VmChanged,
} from './event.ts';
export { awayNotification, type Group, grouped, notificationOf } from './group.ts';
export type { Notification, NotificationButton } from './notification.ts';
export {
  forwarded,
  type Message,
  messageOf,
  type Outbox,
  type Queued,
  withoutOld,
  withQueued,
} from './outbox.ts';
export { createOutboxFile, NOTHING_STORED, type OutboxFile } from './outbox-file.ts';
export { isOnDesktop, textOf } from './text.ts';
export { listed, shownRate, stopButton } from './text-parts.ts';
