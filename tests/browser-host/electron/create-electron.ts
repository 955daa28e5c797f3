import type { DisplayState, HostState, SpawnedProgram } from '../host-state.ts';
import { type AppOptions, createApp } from './app.ts';
import { createServices } from './desktop-services.ts';
import { createDialog } from './dialog.ts';
import { createDesk } from './displays.ts';
import { createIpcMain, createTraffic } from './ipc-main.ts';
import { createMenus } from './menu.ts';
import { createNativeImages } from './native-image.ts';
import { createNetwork, createSchemes } from './network.ts';
import { createNotifications } from './notifications.ts';
import { createUtilityProcess } from './processes.ts';
import { createRuntime, type RuntimeOptions } from './runtime.ts';
import { createSessions } from './sessions.ts';
import { preventableEvent, strict } from './strict.ts';
import { createTrays } from './tray.ts';
import { createWindows } from './windows.ts';

export interface ElectronOptions extends RuntimeOptions, Omit<AppOptions, 'runtime' | 'windows'> {
  /** Initially. */
  readonly isOnline: boolean;
  /** Initially; the first one is the primary one. */
  readonly displays: readonly DisplayState[];
  /** The browser's address of one of the app's. */
  readonly address: (windowId: number, url: string) => string;
  /** The inverse; other addresses are returned unchanged. */
  readonly appUrl: (address: string) => string;
  /** Resolves to whether the desktop shows a new tray. */
  readonly registerIcon: () => Promise<boolean>;
  /** The programs that the app has started. */
  readonly programs: () => readonly SpawnedProgram[];
}

/** Schemes of pages that need no handler. */
const OWN_SCHEMES = ['data:', 'about:'];

export function createElectron(options: ElectronOptions) {
  const runtime = createRuntime(options);
  const app = createApp({
    ...options,
    runtime,
    windows: {
      count: () => windows.open().length,
      close: () => windows.close(),
      destroy: () => windows.destroy(),
    },
  });
  const menus = createMenus(runtime);
  const images = createNativeImages();
  const trays = createTrays(runtime, images, menus.read, options.registerIcon);
  const notifications = createNotifications(runtime);
  const services = createServices(runtime);
  const desk = createDesk(runtime, options.displays);
  const schemes = createSchemes(runtime);
  const network = createNetwork(runtime, options.isOnline);
  const sessions = createSessions(runtime, schemes, network);
  const { defaultSession } = sessions;
  const ipcMain = createIpcMain(runtime);
  const traffic = createTraffic();
  const windows = createWindows({
    ...{ runtime, desk, ipcMain, traffic, appName: app.name },
    session: defaultSession.object,
    canLoad: ({ protocol }) =>
      OWN_SCHEMES.includes(protocol) || defaultSession.protocol.handles(protocol.slice(0, -1)),
    address: options.address,
    appUrl: options.appUrl,
    emit: app.emit,
    onAllClosed: app.windowsClosed,
  });

  const dialog = createDialog(runtime, windows);

  return {
    parts: {
      app: app.module,
      BrowserWindow: windows.BrowserWindow,
      clipboard: services.clipboard,
      dialog: dialog.module,
      globalShortcut: services.globalShortcut,
      ipcMain: ipcMain.module,
      Menu: menus.Menu,
      MenuItem: menus.MenuItem,
      nativeImage: images.module,
      nativeTheme: services.nativeTheme,
      net: strict('net', { isOnline: network.isOnline, fetch: defaultSession.fetch }),
      Notification: notifications.Notification,
      powerMonitor: services.powerMonitor,
      protocol: strict('protocol', {
        registerSchemesAsPrivileged: schemes.registerSchemesAsPrivileged,
        handle: defaultSession.protocol.module.handle,
      }),
      screen: desk.screen,
      session: sessions.module,
      shell: services.shell,
      Tray: trays.Tray,
      utilityProcess: createUtilityProcess(runtime, (details) =>
        app.emit('child-process-gone', preventableEvent(), details),
      ),
    },
    ...{ runtime, app, trays, notifications, services, desk, dialog, network },
    ...{ defaultSession, windows, traffic },
    state: (): HostState => ({
      tray: trays.state(),
      notifications: notifications.states(),
      clipboard: services.clipboardText(),
      openedUrls: services.openedUrls(),
      shortcuts: services.shortcuts(),
      errorBoxes: dialog.errorBoxes(),
      questions: dialog.questions.states(),
      saveDialogs: dialog.saves.states(),
      spawned: [...options.programs()],
      windows: windows.open().map((window) => window.state()),
      loginItem: app.loginItem(),
      isOnline: network.isOnline(),
    }),
  };
}

/** Electron's modules, and the desktop behind them. */
export type HostElectron = ReturnType<typeof createElectron>;
