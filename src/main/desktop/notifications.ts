import { Notification } from 'electron';
import type { Notification as AppNotification, NotificationButton } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import type { Platform } from './platform.ts';

interface NotificationText extends Pick<AppNotification, 'title' | 'body'> {
  /** Labels. */
  readonly buttons?: readonly string[];
}

/** Events that a desktop may report; none is guaranteed. */
export interface NotificationEvents {
  onClick(): void;
  onButton(index: number): void;
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
    const { buttons = [] } = notification;
    const text = withoutMarkup(notification, ports.platform);
    // Electron has buttons on macOS and Windows only (`electron.d.ts`, `NotificationConstructorOptions.actions`).
    const hasButtons = buttons.length > 0 && ports.platform !== 'linux';
    const labels = buttons.map(({ label }) => label);
    const shown = ports.prepare(hasButtons ? { ...text, buttons: labels } : text, {
      onClick() {
        drop();
        // A screen that the first button would open is where the click leads.
        const action = buttons[0]?.action;
        if (!hasButtons && action?.kind === 'openPanel') ports.onButton(action);
        else ports.onClick(notification);
      },
      onButton(index) {
        drop();
        const action = buttons[index]?.action;
        if (action !== undefined) ports.onButton(action);
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

export const electronNotification: NotifierPorts['prepare'] = (
  { buttons = [], ...text },
  events,
) => {
  if (!Notification.isSupported()) return null;
  const actions = buttons.map((label) => ({ type: 'button', text: label }) as const);
  const shown = new Notification({ ...text, actions });
  shown.on('click', () => events.onClick());
  shown.on('action', ({ actionIndex }) => events.onButton(actionIndex));
  shown.on('failed', () => events.onFailed());
  return shown;
};
