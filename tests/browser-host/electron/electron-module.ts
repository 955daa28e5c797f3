import { electronPart } from './current.ts';

// What `electron` resolves to: every name of Electron's main process, so that an import of one that this host does not
// have still links, and says so when it is used.

export const app: object = electronPart('app');
export const autoUpdater: object = electronPart('autoUpdater');
export const BaseWindow: object = electronPart('BaseWindow');
export const BrowserView: object = electronPart('BrowserView');
export const BrowserWindow: object = electronPart('BrowserWindow');
export const clipboard: object = electronPart('clipboard');
export const contentTracing: object = electronPart('contentTracing');
export const crashReporter: object = electronPart('crashReporter');
export const desktopCapturer: object = electronPart('desktopCapturer');
export const dialog: object = electronPart('dialog');
export const globalShortcut: object = electronPart('globalShortcut');
export const ImageView: object = electronPart('ImageView');
export const inAppPurchase: object = electronPart('inAppPurchase');
export const ipcMain: object = electronPart('ipcMain');
export const Menu: object = electronPart('Menu');
export const MenuItem: object = electronPart('MenuItem');
export const MessageChannelMain: object = electronPart('MessageChannelMain');
export const nativeImage: object = electronPart('nativeImage');
export const nativeTheme: object = electronPart('nativeTheme');
export const net: object = electronPart('net');
export const netLog: object = electronPart('netLog');
export const Notification: object = electronPart('Notification');
export const powerMonitor: object = electronPart('powerMonitor');
export const powerSaveBlocker: object = electronPart('powerSaveBlocker');
export const protocol: object = electronPart('protocol');
export const pushNotifications: object = electronPart('pushNotifications');
export const safeStorage: object = electronPart('safeStorage');
export const screen: object = electronPart('screen');
export const session: object = electronPart('session');
export const ShareMenu: object = electronPart('ShareMenu');
export const shell: object = electronPart('shell');
export const systemPreferences: object = electronPart('systemPreferences');
export const TouchBar: object = electronPart('TouchBar');
export const Tray: object = electronPart('Tray');
export const utilityProcess: object = electronPart('utilityProcess');
export const View: object = electronPart('View');
export const webContents: object = electronPart('webContents');
export const WebContentsView: object = electronPart('WebContentsView');
export const webFrameMain: object = electronPart('webFrameMain');

const electron = {
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  BrowserWindow,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  WebContentsView,
  webFrameMain,
};

// What `require('electron')` gives. There is no default export: named imports are the style of this project.
export { electron as 'module.exports' };
