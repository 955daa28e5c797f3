export { desktopEvents } from './desktop.ts';
export { startSettings } from './settings.ts';
