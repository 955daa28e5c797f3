import type { HostState } from '../host-state.ts';
import { createApp, createLifecycle, type HostApp } from './app.ts';
import { createServices, type HostServices } from './desktop-services.ts';
import { createDialog, type HostDialog } from './dialog.ts';
import { createIpcMain, createTraffic, type Traffic } from './ipc-main.ts';
import { createMenus } from './menu.ts';
import { createNativeImages } from './native-image.ts';
import { createNetwork, createProtocols, type HostNetwork, type HostProtocols } from './network.ts';
import { createNotifications, type HostNotifications } from './notifications.ts';
import { createSpawnRecord, createUtilityProcess } from './processes.ts';
import { createSessions, type HostSessions } from './sessions.ts';
import { preventableEvent } from './strict.ts';
import { createTrays, type HostTrays } from './tray.ts';
import { createWindows, type HostWindows } from './windows.ts';

export interface ElectronOptions {
  /** The folder of the app's package.json. */
  readonly folder: string;
  readonly userData: string;
  /** Initially. */
  readonly isOnline: boolean;
  /** The browser's address of one of the app's. */
  readonly address: (windowId: number, url: string) => string;
  /** The inverse; other addresses are returned unchanged. */
  readonly appUrl: (address: string) => string;
  readonly requestLock: () => boolean;
  readonly exit: (code: number) => void;
}

/** Electron's modules, and the desktop behind them. */
export interface HostElectron {
  /** The exports of `electron`. */
  readonly parts: Readonly<Record<string, object>>;
  readonly app: HostApp;
  readonly trays: HostTrays;
  readonly notifications: HostNotifications;
  readonly services: HostServices;
  readonly dialog: HostDialog;
  readonly network: HostNetwork;
  readonly protocols: HostProtocols;
  readonly sessions: HostSessions;
  readonly windows: HostWindows;
  readonly traffic: Traffic;
  state(): HostState;
}

export function createElectron(options: ElectronOptions): HostElectron {
  const lifecycle = createLifecycle();
  const app = createApp({
    folder: options.folder,
    userData: options.userData,
    lifecycle,
    closeWindows: () => windows.closeAll(),
    requestLock: options.requestLock,
    exit: options.exit,
  });
  const menus = createMenus(app.quit);
  const images = createNativeImages();
  const trays = createTrays(lifecycle, images, menus.read);
  const notifications = createNotifications(lifecycle);
  const services = createServices(lifecycle);
  const protocols = createProtocols(lifecycle);
  const network = createNetwork(lifecycle, protocols, options.isOnline);
  const sessions = createSessions(lifecycle, protocols, network.fetch);
  const ipcMain = createIpcMain();
  const traffic = createTraffic();
  const spawned = createSpawnRecord();
  const windows = createWindows({
    lifecycle,
    ipcMain,
    traffic,
    session: sessions.defaultSession,
    address: options.address,
    appUrl: options.appUrl,
    onContents: (contents) => app.emit('web-contents-created', preventableEvent(), contents),
    onAllClosed() {
      if (app.hasListener('window-all-closed')) app.emit('window-all-closed');
      else app.quit();
    },
  });

  const dialog = createDialog(lifecycle, windows);

  return {
    parts: {
      app: app.module,
      BrowserWindow: windows.BrowserWindow,
      clipboard: services.clipboard,
      dialog: dialog.module,
      globalShortcut: services.globalShortcut,
      ipcMain: ipcMain.module,
      Menu: menus.Menu,
      nativeImage: images.module,
      nativeTheme: services.nativeTheme,
      net: network.module,
      Notification: notifications.Notification,
      powerMonitor: services.powerMonitor,
      protocol: protocols.module,
      screen: services.screen,
      session: sessions.module,
      shell: services.shell,
      Tray: trays.Tray,
      utilityProcess: createUtilityProcess(lifecycle),
    },
    app,
    trays,
    notifications,
    services,
    dialog,
    network,
    protocols,
    sessions,
    windows,
    traffic,
    state: () => ({
      tray: trays.state(),
      notifications: notifications.states(),
      clipboard: services.clipboardText(),
      openedUrls: services.openedUrls(),
      shortcuts: services.shortcuts(),
      errorBoxes: dialog.errorBoxes(),
      questions: dialog.questions.states(),
      spawned: spawned.programs(),
      windows: windows.open().map((window) => window.state()),
      loginItem: app.loginItem(),
      isOnline: network.isOnline(),
    }),
  };
}
