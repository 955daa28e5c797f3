import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, dialog, net, session, utilityProcess } from 'electron';
import { createApplication } from '../core/app/index.ts';
import { systemClock } from '../core/clock.ts';
import { systemSshPlaces } from '../core/ssh/index.ts';
import { connect } from './connect.ts';
import { markRun, recordCrashes } from './desktop/crashes.ts';
import { spawnKeytar } from './desktop/keychain.ts';
import { createFileLog, keepRecentErrors, recordDefects } from './desktop/log.ts';
import { electronFetch } from './desktop/network.ts';
import {
  AT_LOGIN,
  desktopPlatform,
  isWayland,
  setUpApplication,
  setUpProcess,
} from './desktop/platform.ts';
import { createEmitter } from './events.ts';
import { DEFECT_REFUSAL, refusalOf } from './ipc/handle.ts';
import { openAtStart, quitAfter } from './lifecycle.ts';
import { openDesktop } from './open-desktop.ts';
import { denyPermissions, hardenApp, panelAddress, serveBundle } from './panel/index.ts';

/** ms that reading a long list may take, waits for the rate limit included. */
const LIST_MS = 300_000;

const clock = systemClock;
const platform = desktopPlatform(process.platform);
const out = join(import.meta.dirname, '..');

/** A second launch before startup finished opens the panel once it has. */
const secondLaunch = createEmitter<void>();
const menuQuit = createEmitter<void>();

if (app.requestSingleInstanceLock()) {
  // The arguments of a second instance are untrusted and ignored.
  app.on('second-instance', () => secondLaunch.emit());
  hardenApp(panelAddress());
  setUpProcess(platform);
  app.whenReady().then(start).catch(failToStart);
} else app.quit();

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const { log, lines } = keepRecentErrors(createFileLog(folder), clock);
  recordDefects(process, log);
  recordCrashes(app, log);
  log.info('app.started', { version: app.getVersion(), platform: process.platform });

  const endRun = await markRun(folder, app.getVersion(), { clock, log });
  prepare();
  const desktop = await openDesktop({ platform, folder, out, clock, log });
  const application = await createApplication({
    desktop: desktop.ports,
    network: { fetch: chromiumFetch(), clock, log, listMs: LIST_MS },
    spawnHelper: spawnKeytar(utilityProcess, join(out, 'main', 'keytar-process.js')),
    folder,
    ssh: { places: systemSshPlaces(folder) },
    surroundings: { platform, version: app.getVersion(), hasTray: true, isOnline: net.isOnline() },
    recentErrors: lines,
    newId: randomUUID,
    random: Math.random,
  });
  const disconnect = connect({ desktop, application, platform, clock, log, menuQuit });

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
  const { panel, trayHost } = desktop;
  await openAtStart({
    ...{ application, trayHost, isWayland: isWayland(), openPanel: panel.open },
    isAtLogin: app.commandLine.hasSwitch(AT_LOGIN),
  });
}

/** In memory: the sessions of requests store nothing. */
function chromiumFetch(): typeof globalThis.fetch {
  return electronFetch(
    (input, init) => net.fetch(input, init),
    (name) => {
      const own = session.fromPartition(name, { cache: false });
      return {
        fetch: (input, init) => own.fetch(input, init),
        closeAllConnections: () => own.closeAllConnections(),
      };
    },
  );
}

/** Sets up what the panel's page may do and load. */
function prepare(): void {
  denyPermissions();
  setUpApplication(platform, !app.isPackaged, menuQuit.emit);
  serveBundle(join(out, 'renderer'));
}

/** A dialog, since there is no tray yet. */
function failToStart(error: unknown): void {
  const reason = refusalOf(error)?.message ?? DEFECT_REFUSAL.message;
  dialog.showErrorBox('GPU Tray could not start', reason);
  app.exit(1);
}
