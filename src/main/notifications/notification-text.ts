import type { Notification } from '../../core/app/index.ts';

/** What a message says, without where a click on it leads. */
export type NotificationText = Pick<Notification, 'title' | 'body'>;

const LOOKALIKES: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' };

/**
 * Linux desktops read the body as markup (Desktop Notifications Specification, "Body Markup"), and not all of them escape
 * alike: a VM named `<b>` would be bold on one and break the message on the next. Lookalikes are right on each.
 */
export function notificationText(
  { title, body }: NotificationText,
  platform: 'darwin' | 'win32' | 'linux',
): NotificationText {
  if (platform !== 'linux') return { title, body };
  return { title, body: body.replace(/[<>&]/g, (character) => LOOKALIKES[character] ?? character) };
}
