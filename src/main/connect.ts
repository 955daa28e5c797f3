import { app, powerMonitor } from 'electron';
import type { Application } from '../core/app/index.ts';
import type { LogFields } from '../core/log.ts';
import type { Screen } from '../shared/ipc/contract.ts';
import { watchOnline } from './desktop/network.ts';
import { coalesce, type Emitter } from './events.ts';
import { handleRequests } from './ipc/handle.ts';
import type { Desktop, DesktopOptions } from './open-desktop.ts';
import { trayActions } from './tray/tray-action.ts';
import { trayModel } from './tray/tray-model.ts';

/** Shows the state on the desktop, and passes the desktop's events to the application. Returns the end of both. @param menuQuit Quit in the menu */
export function connect(
  { tray, clock, log }: DesktopOptions,
  desktop: Desktop,
  application: Application,
  menuQuit: Emitter<void>,
): () => void {
  const { feed, panel, electronPanel, openPanel } = desktop;
  const { state } = application;
  const quit = async () => {
    if (await application.mayQuit()) app.quit();
  };

  tray.show((on) => trayModel(state(), on, clock.now()));
  electronPanel.setTheme(state().preferences.theme);
  const updateTray = coalesce(tray.update);
  application.subscribe(
    coalesce(() => {
      electronPanel.setTheme(state().preferences.theme);
      feed.update();
      // In another turn: with thousands of VMs each of both takes long.
      updateTray();
    }),
  );

  const handlers = () => ({
    ...application.requests,
    async keepScreen(screen: Screen) {
      feed.keepScreen(screen);
      application.screenOpened(screen);
    },
    reportCrash: async (crash: LogFields) => log.error('panel.internal_error', crash),
    // After the answer: quitting closes the page.
    quit: async () => void setImmediate(() => void quit()),
  });
  handleRequests(handlers, feed, electronPanel.isSender, log);
  tray.clicked.on(() => {
    tray.host.clicked();
    panel.toggle();
  });
  tray.action.on(trayActions({ application, openPanel, quit, notify: desktop.ports.notify, log }));
  tray.found.on(application.trayFound);
  desktop.notificationFailed.on(application.notificationFailed);
  desktop.panelVisible.on((isVisible) =>
    isVisible ? application.panelOpened() : application.panelClosed(),
  );

  menuQuit.on(quit);
  // Electron reports no lock on Linux and no shutdown on Windows; on macOS a log-off is a shutdown. No shutdown is delayed.
  powerMonitor.on('suspend', application.suspended);
  powerMonitor.on('resume', application.resumed);
  powerMonitor.on('lock-screen', application.screenLocked);
  powerMonitor.on('unlock-screen', application.screenUnlocked);
  powerMonitor.on('shutdown', application.sessionEnding);
  const stopWatching = watchOnline(clock, application.online);
  return () => {
    stopWatching();
    tray.end();
    panel.end();
  };
}
