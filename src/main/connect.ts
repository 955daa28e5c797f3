import { app, ipcMain, nativeTheme, net, powerMonitor } from 'electron';
import type { Application } from '../core/app/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { watchOnline } from './desktop/network.ts';
import type { Platform } from './desktop/platform.ts';
import { coalesce, type Emitter } from './events.ts';
import { handleRequests } from './ipc/handle.ts';
import { createStateFeed } from './ipc/state-feed.ts';
import { followPower } from './lifecycle.ts';
import type { Desktop } from './open-desktop.ts';
import { type ShownTray, showTray } from './tray/show-tray.ts';
import { trayActions } from './tray/tray-action.ts';

/** What is connected. */
export interface ConnectPorts {
  readonly desktop: Desktop;
  readonly application: Application;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Log;
  /** Quit was chosen in the application's menu. */
  readonly menuQuit: Emitter<void>;
}

/** Shows the application's state on the desktop, and passes the desktop's events to the application. Returns the end of both. */
export function connect(ports: ConnectPorts): () => void {
  const { desktop, application, platform, clock, log } = ports;
  const { events, panel, electronPanel, openPanel } = desktop;
  const { requests, state } = application;
  const quit = async () => {
    if (await application.mayQuit()) app.quit();
  };

  const feed = createStateFeed({ state, send: electronPanel.send });
  let tray: ShownTray | null = null;
  const updateTray = () => tray?.update();
  events.trayPossible.on(() => {
    tray?.stop();
    desktop.tray.remove();
    tray = showTray({
      ...{ state, clock, tray: desktop.tray },
      desktop: () => ({ platform, isDark: nativeTheme.shouldUseDarkColors }),
    });
  });
  nativeTheme.on('updated', updateTray);
  electronPanel.setTheme(state().preferences.theme);
  application.subscribe(
    coalesce(() => {
      electronPanel.setTheme(state().preferences.theme);
      updateTray();
      feed.update();
    }),
  );

  handleRequests({
    ipc: ipcMain,
    handlers: {
      ...requests,
      async keepScreen(screen) {
        feed.keepScreen(screen);
        application.screenOpened(screen);
      },
      reportCrash: async (crash) => log.error('panel.defect', crash),
      // After the answer: quitting closes the page.
      quit: async () => void setImmediate(() => void quit()),
    },
    onWatch: feed.watch,
    isPanel: electronPanel.isSender,
    log,
  });
  events.trayAction.on(
    trayActions({ requests, openPanel, quit, notify: desktop.ports.notify, log }),
  );
  events.trayFound.on(application.trayFound);
  events.destination.on(feed.go);
  events.panelVisible.on((isVisible) =>
    isVisible ? application.panelOpened() : application.panelClosed(),
  );
  events.panelGone.on(feed.end);
  events.panelCrashed.on(() => {
    feed.forgetScreen();
    application.panelCrashed();
  });
  events.notificationFailed.on(application.notificationFailed);
  events.sessionEnding.on(application.sessionEnding);

  ports.menuQuit.on(quit);
  followPower(powerMonitor, application);
  const stopWatching = watchOnline({
    isOnline: () => net.isOnline(),
    clock,
    onChange: application.online,
  });
  return () => {
    stopWatching();
    nativeTheme.off('updated', updateTray);
    desktop.trayHost.stop();
    tray?.stop();
    panel.end();
  };
}
