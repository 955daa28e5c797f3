export { electronNotification } from './electron-notification.ts';
export { createNotifier } from './notifier.ts';
