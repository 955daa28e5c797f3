export { type ElectronTray, openElectronTray } from './electron-tray.ts';
export { performTrayAction } from './perform-action.ts';
export { type ShownTray, showTray } from './show-tray.ts';
export type { TrayAction } from './tray-action.ts';
