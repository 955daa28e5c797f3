export { openElectronTray } from './electron-tray.ts';
export { performTrayAction, type TrayActionPorts } from './perform-action.ts';
export { showTray } from './show-tray.ts';
export type { TrayAction } from './tray-action.ts';
