import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { app, net, powerMonitor } from 'electron';
import { type Application, createApplication } from '../core/app/index.ts';
import type { LogFields } from '../core/log.ts';
import { systemSshPlaces } from '../core/ssh/index.ts';
import { openKeychain } from '../core/vault/index.ts';
import type { Screen } from '../shared/ipc/contract.ts';
import { markRun, recordCrashes } from './desktop/crashes.ts';
import { keytarSpawner } from './desktop/keychain.ts';
import { electronFetch, watchOnline } from './desktop/network.ts';
import { isWayland, setUpApplication } from './desktop/platform.ts';
import { coalesce, type Emitter } from './events.ts';
import { handleRequests } from './ipc/handle.ts';
import { openAtStart, quitAfter } from './lifecycle.ts';
import { type Desktop, type DesktopOptions, openDesktop } from './open-desktop.ts';
import { denyPermissions, serveBundle } from './panel/security.ts';
import { trayActions } from './tray/tray-action.ts';
import { trayModel } from './tray/tray-model.ts';

/** Shows the state on the desktop, and passes the desktop's events to the application. Returns the end of both. */
function connect(
  { tray, clock, log }: DesktopOptions,
  desktop: Desktop,
  application: Application,
): () => void {
  const { feed, panel, openPanel } = desktop;
  const { state } = application;
  const quit = async () => {
    if (await application.mayQuit()) app.quit();
  };

  tray.show(() => trayModel(state(), clock.now()));
  panel.setTheme(state().preferences.theme);
  const updateTray = coalesce(tray.update);
  application.subscribe(
    coalesce(() => {
      panel.setTheme(state().preferences.theme);
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
  handleRequests(handlers, feed, panel.isSender, log);
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

export interface StartOptions extends DesktopOptions {
  readonly secondLaunch: Emitter<void>;
  /** As in `ApplicationPorts`. */
  readonly recentErrors: () => readonly string[];
}

/** ms that reading a long list may take, waits for the rate limit included. */
const LIST_MS = 300_000;

export async function startApplication(options: StartOptions): Promise<void> {
  const { tray, platform, folder, out, clock, log, secondLaunch, recentErrors } = options;
  recordCrashes(app, log);
  const endRun = await markRun(folder, log);
  denyPermissions();
  setUpApplication(platform, !app.isPackaged, () => tray.action.emit({ kind: 'quit' }));
  serveBundle(join(out, 'renderer'));
  const desktop = await openDesktop(options, () => application);
  const spawnHelper = keytarSpawner(join(out, 'main', 'keytar-process.js'));
  const application = await createApplication({
    desktop: desktop.ports,
    network: { fetch: electronFetch(), clock, log, listMs: LIST_MS },
    openKeychain: (ports) => openKeychain({ ...ports, spawnHelper }),
    folder,
    ssh: { places: systemSshPlaces(folder) },
    environment: {
      platform,
      version: app.getVersion(),
      isWayland: isWayland(),
      hasTray: true,
      isOnline: net.isOnline(),
    },
    recentErrors,
    newId: randomUUID,
    random: Math.random,
  });
  const disconnect = connect(options, desktop, application);

  const openPanel = () => void desktop.openPanel(null);
  secondLaunch.on(openPanel);
  // macOS also emits this for the start itself, before this listener.
  app.on('activate', openPanel);
  // Keeps Electron from quitting with the last window.
  app.on('window-all-closed', () => {});
  app.once('before-quit', disconnect);
  quitAfter(app, async () => {
    await application.stop();
    await endRun();
  });
  await openAtStart(application.state(), tray.host, desktop.panel.open);
  await keepCompiled(join(folder, 'compiled'));
  // V8 lets garbage grow to several times the data before it collects: 500 MB instead of 200 for a list of 20,000 VMs. Not
  // earlier, since it makes the start 3 ms longer.
  setFlagsFromString('--optimize-for-size');
}

/** Stores what `start.ts` compiled, since most runs end by a signal, with the session. Removes what other versions compiled. */
async function keepCompiled(folder: string): Promise<void> {
  // `start.ts` keeps none then.
  if (process.env['APPIMAGE']) return;
  module.flushCompileCache();
  const versions = await readdir(folder).catch(() => []);
  for (const version of versions.filter((name) => name !== app.getVersion()))
    await rm(join(folder, version), { recursive: true, force: true }).catch(() => {});
}
