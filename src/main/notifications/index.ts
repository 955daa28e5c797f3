export { createNotifier } from './electron-notifier.ts';
