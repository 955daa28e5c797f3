import type { Notification } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import type { Destination } from '../../shared/ipc/index.ts';
import { type NotificationText, notificationText } from './notification-text.ts';

/** What may become of a message; a desktop need not tell any of it. */
export interface ShownEvents {
  onClick(): void;
  onClose(): void;
  /** The desktop did not show it. */
  onFailed(): void;
}

/** How the desktop is given a message, and who hears what became of it. */
export interface NotifierPorts {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly log: Log;
  /** Null where the desktop shows none at all. */
  prepare(text: NotificationText, events: ShownEvents): { show(): void } | null;
  onClick(destination: Destination): void;
  /** It was not shown: whatever it says has to be told elsewhere. */
  onFailed(notification: Notification): void;
}

/** Older ones are out of sight, and not every desktop says when one is closed. */
const MAX_KEPT = 20;

/** Shows messages in the desktop's notification centre. */
export function createNotifier(ports: NotifierPorts): (notification: Notification) => void {
  // A notification that is garbage collected does not answer a click any more.
  const kept = new Set<object>();
  let hasFailed = false;

  function failed(notification: Notification): void {
    // macOS shows none of an app that is not signed (since Electron 42): once is enough for the log.
    if (!hasFailed) ports.log.warn('notification.failed');
    hasFailed = true;
    ports.onFailed(notification);
  }

  return (notification) => {
    const shown = ports.prepare(notificationText(notification, ports.platform), {
      onClick() {
        drop();
        ports.onClick(notification.destination);
      },
      onClose: () => drop(),
      onFailed() {
        drop();
        failed(notification);
      },
    });
    const drop = () => void (shown && kept.delete(shown));
    if (shown === null) {
      failed(notification);
      return;
    }
    kept.add(shown);
    const [oldest] = kept;
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    shown.show();
  };
}
