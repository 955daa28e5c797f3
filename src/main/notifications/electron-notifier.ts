import { Notification as ElectronNotification } from 'electron';
import type { Notification } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import type { Destination } from '../../shared/ipc/index.ts';
import { notificationText } from './notification-text.ts';

export interface NotifierOptions {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly log: Log;
  onClick(destination: Destination): void;
}

/** Older ones are out of sight, and not every desktop says when one is closed. */
const MOST_KEPT = 20;

/** Shows messages in the desktop's notification centre. */
export function createNotifier({
  platform,
  log,
  onClick,
}: NotifierOptions): (notification: Notification) => void {
  // A notification that is garbage collected does not answer a click any more.
  const kept = new Set<ElectronNotification>();
  let hasFailed = false;

  return (notification) => {
    if (!ElectronNotification.isSupported()) return;
    const shown = new ElectronNotification(notificationText(notification, platform));
    shown.on('click', () => {
      kept.delete(shown);
      onClick(notification.destination);
    });
    shown.on('close', () => kept.delete(shown));
    shown.on('failed', () => {
      kept.delete(shown);
      // macOS shows none of an app that is not signed (since Electron 42). The tray carries the news; once is enough here.
      if (!hasFailed) log.warn('notification.failed');
      hasFailed = true;
    });
    kept.add(shown);
    const [oldest] = kept;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    shown.show();
  };
}
