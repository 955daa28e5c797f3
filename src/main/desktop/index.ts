export { setApplicationMenu } from './application-menu.ts';
export { electronDesktop } from './electron-desktop.ts';
export { desktopPlatform } from './platform.ts';
