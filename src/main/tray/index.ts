export { openElectronTray } from './electron-tray.ts';
export { findTrayHost } from './find-tray-host.ts';
export { performTrayAction, type TrayActionPorts } from './perform-action.ts';
export { showTray } from './show-tray.ts';
export type { TrayAction } from './tray-action.ts';
