import { join } from 'node:path';
import { app } from 'electron';
import type { Application, DesktopPorts, Notification } from '../core/app/index.ts';
import type { Log } from '../core/log.ts';
import { type Destination, PUSH_CHANNEL } from '../shared/ipc/bridge.ts';
import { createAutostart } from './desktop/autostart.ts';
import { createDialogs } from './desktop/dialogs.ts';
import { createShortcut, electronDesktop } from './desktop/electron-desktop.ts';
import { createNotifier } from './desktop/notifications.ts';
import { queryDesktop } from './desktop/platform.ts';
import { createUpdater } from './desktop/updater.ts';
import { createEmitter } from './events.ts';
import { createStateFeed } from './ipc/state-feed.ts';
import { panelAddress } from './panel/bundle.ts';
import { createPanel } from './panel/panel.ts';
import { openPanelSize } from './panel/panel-size.ts';
import { placePanel } from './panel/place-panel.ts';
import type { OpenTray, TrayOptions } from './tray/open-tray.ts';

export interface DesktopOptions extends TrayOptions {
  readonly tray: OpenTray;
  /** Holds the user's files. */
  readonly folder: string;
  readonly log: Log;
}

export type Desktop = Awaited<ReturnType<typeof openDesktop>>;

/** Nothing is visible before the first state is shown. @param application once it has started, before any page asks for the state */
export async function openDesktop(options: DesktopOptions, application: () => Application) {
  const { tray, platform, folder, out, clock, log } = options;
  // While the application starts, it may show a notification, and the shortcut may open the panel.
  const notificationFailed = createEmitter<Notification>();
  const panelVisible = createEmitter<boolean>();
  const panel = createPanel({
    platform,
    address: panelAddress(),
    preload: join(out, 'preload', 'index.cjs'),
    size: await openPanelSize(join(folder, 'panel.json'), clock, log),
    clock,
    log,
    place: (size) => placePanel(size, platform, tray.bounds()),
    hasTray: tray.host.hasTray,
    onVisible: panelVisible.emit,
    onGone: () => feed.end(),
    onCrashed() {
      // The open screen may have caused the crash.
      feed.keepScreen(null);
      application().panelCrashed();
    },
    onSessionEnding: () => application().sessionEnding(),
  });
  const feed = createStateFeed(
    () => application().state(),
    (name, content) => panel.window()?.webContents.send(PUSH_CHANNEL, name, content),
  );

  /** @param destination null: the screen that was open last */
  async function openPanel(destination: Destination | null): Promise<void> {
    // The window has a frame if there is no tray.
    await tray.host.look();
    panel.open();
    if (destination !== null) feed.go(destination);
  }
  const notifier = createNotifier({
    platform,
    log,
    onClick({ destination, copy }) {
      if (copy !== undefined) tray.action.emit({ kind: 'copyFromVm', input: copy });
      void openPanel(destination);
    },
    onButton: tray.action.emit,
    onFailed: notificationFailed.emit,
  });
  const autostart = createAutostart(platform, log);

  const ports: DesktopPorts = {
    ...electronDesktop(platform, queryDesktop),
    autostart,
    dialogs: createDialogs(panel),
    notify: notifier.notify,
    inspect: async () => ({
      notifications: notifier.state(),
      startsAtLogin: await autostart.isOn(),
    }),
    setShortcut: createShortcut(panel.toggle),
    panel: { open: (destination) => void openPanel(destination), hide: panel.hide },
    updater: await createUpdater({
      platform,
      log,
      env: process.env,
      resources: app.isPackaged ? process.resourcesPath : null,
      load: async () => (await import('electron-updater')).autoUpdater,
    }),
  };
  return { ports, panel, feed, openPanel, notificationFailed, panelVisible };
}
