import { Notification } from 'electron';
import type { Notification as AppNotification, NotificationButton } from '../../core/app/index.ts';
import type { DesktopFacts } from '../../core/checks/index.ts';
import type { Log } from '../../core/log.ts';
import type { Platform } from './platform.ts';

export interface NotifierPorts {
  readonly platform: Platform;
  readonly log: Log;
  onClick(notification: AppNotification): void;
  onButton(action: NotificationButton['action']): void;
  /** The content must be shown elsewhere. */
  onFailed(notification: AppNotification): void;
}

/** A notification that left the screen may still be clicked in Windows' Action Center, so only older ones are dropped. */
const MAX_KEPT = 20;

/** Linux desktops read the body as markup and differ in how they unescape it: `<b>` in a name becomes lookalikes. */
const withoutMarkup = (body: string) =>
  body.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');

export function createNotifier({ platform, log, onClick, onButton, onFailed }: NotifierPorts) {
  // A garbage-collected notification emits no click, and macOS removes it. An answered or failed one makes room for others.
  const kept = new Set<Notification>();
  let hasLogged = false;
  let hasFailed = false;
  const isLinux = platform === 'linux';

  function failed(notification: AppNotification): void {
    // Logged once: since Electron 42, macOS fails every notification of an unsigned app.
    if (!hasLogged) log.warn('notification.failed');
    hasLogged = true;
    hasFailed = true;
    onFailed(notification);
  }

  return {
    notify(notification: AppNotification): void {
      hasFailed = false;
      if (!Notification.isSupported()) {
        failed(notification);
        return;
      }
      const { title, body, buttons = [] } = notification;
      const labels = buttons.map(({ label }) => ({ type: 'button', text: label }) as const);
      const shown = new Notification({
        title,
        body: isLinux ? withoutMarkup(body) : body,
        // Electron has buttons on macOS and Windows only (`electron.d.ts`, `NotificationConstructorOptions.actions`).
        actions: isLinux ? [] : labels,
      });
      shown.on('click', () => {
        kept.delete(shown);
        // A screen that the first button would open is where the click leads.
        const action = buttons[0]?.action;
        if (isLinux && action?.kind === 'openPanel') onButton(action);
        else onClick(notification);
      });
      shown.on('action', ({ actionIndex }) => {
        kept.delete(shown);
        const action = buttons[actionIndex]?.action;
        if (action !== undefined) onButton(action);
      });
      shown.on('failed', () => {
        kept.delete(shown);
        failed(notification);
      });
      kept.add(shown);
      const [oldest] = kept;
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      shown.show();
    },
    state(): DesktopFacts['notifications'] {
      if (!Notification.isSupported()) return 'unsupported';
      return hasFailed ? 'failed' : 'supported';
    },
  };
}
