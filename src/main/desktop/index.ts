export { setApplicationMenu } from './application-menu.ts';
export { electronDesktop } from './electron-desktop.ts';
export { desktopPlatform, type Platform } from './platform.ts';
