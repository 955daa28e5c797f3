import { Notification } from 'electron';
import type { NotifierPorts } from './notifier.ts';

/** A message for the desktop's notification centre. */
export const electronNotification: NotifierPorts['prepare'] = (text, events) => {
  if (!Notification.isSupported()) return null;
  const shown = new Notification(text);
  shown.on('click', () => events.onClick());
  shown.on('close', () => events.onClose());
  shown.on('failed', () => events.onFailed());
  return shown;
};
