import { Notification } from 'electron';
import type { Notification as AppNotification, NotificationButton } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import type { Platform } from './platform.ts';

interface NotificationText extends Pick<AppNotification, 'title' | 'body'> {
  readonly button?: string;
}

/** Events that a desktop may report; none is guaranteed. */
export interface NotificationEvents {
  onClick(): void;
  onButton(): void;
  onFailed(): void;
}

export interface NotifierPorts {
  readonly platform: Platform;
  readonly log: Log;
  /** Null where the desktop has no notifications. */
  prepare(text: NotificationText, events: NotificationEvents): { show(): void } | null;
  onClick(notification: AppNotification): void;
  onButton(action: NotificationButton['action']): void;
  /** The content must be shown elsewhere. */
  onFailed(notification: AppNotification): void;
}

/** A notification that left the screen may still be clicked in Windows' Action Center, so only older ones are dropped. */
const MAX_KEPT = 20;

const LOOKALIKES: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' };

/**
 * Linux desktops read the body as markup (Desktop Notifications Specification, "Body Markup") and differ in how they unescape
 * it, so a VM named `<b>` could break the message. Lookalike characters are safe everywhere.
 */
function withoutMarkup({ title, body }: AppNotification, platform: Platform): NotificationText {
  if (platform !== 'linux') return { title, body };
  return { title, body: body.replace(/[<>&]/g, (character) => LOOKALIKES[character] ?? character) };
}

export function createNotifier(ports: NotifierPorts): (notification: AppNotification) => void {
  // A garbage-collected notification emits no click.
  const kept = new Set<object>();
  let hasFailed = false;

  function failed(notification: AppNotification): void {
    // Logged once: since Electron 42, macOS fails every notification of an unsigned app.
    if (!hasFailed) ports.log.warn('notification.failed');
    hasFailed = true;
    ports.onFailed(notification);
  }

  return (notification) => {
    const { button } = notification;
    const text = withoutMarkup(notification, ports.platform);
    // Electron has buttons on macOS and Windows only (`electron.d.ts`, `NotificationConstructorOptions.actions`).
    const hasButton = button !== undefined && ports.platform !== 'linux';
    const shown = ports.prepare(hasButton ? { ...text, button: button.label } : text, {
      onClick() {
        drop();
        // A screen that the button would open is where the click leads.
        if (!hasButton && button?.action.kind === 'openPanel') ports.onButton(button.action);
        else ports.onClick(notification);
      },
      onButton() {
        drop();
        if (button !== undefined) ports.onButton(button.action);
      },
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

export const electronNotification: NotifierPorts['prepare'] = ({ button, ...text }, events) => {
  if (!Notification.isSupported()) return null;
  const actions = button === undefined ? [] : [{ type: 'button', text: button } as const];
  const shown = new Notification({ ...text, actions });
  shown.on('click', () => events.onClick());
  shown.on('action', () => events.onButton());
  shown.on('failed', () => events.onFailed());
  return shown;
};
