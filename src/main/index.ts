import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, dialog, ipcMain, net, powerMonitor } from 'electron';
import { createApplication } from '../core/app/index.ts';
import { systemClock } from '../core/clock.ts';
import { runWithTimeout } from '../core/run-with-timeout.ts';
import { systemSshPlaces, systemUid } from '../core/ssh/index.ts';
import type { Destination } from '../shared/ipc/index.ts';
import { coalesce } from './coalesce.ts';
import { recordDefects } from './defects.ts';
import { deferUntilReady } from './defer-until-ready.ts';
import { setApplicationMenu } from './desktop/application-menu.ts';
import { electronAutostart, setAutostart } from './desktop/autostart.ts';
import { createConfirmer, electronMessageBox } from './desktop/confirmation.ts';
import { spawnKeytar } from './desktop/keychain.ts';
import { createFileLog } from './desktop/log.ts';
import { electronFetch, watchOnline } from './desktop/network.ts';
import { createNotifier, electronNotification } from './desktop/notifications.ts';
import { electronDesktop } from './desktop/open.ts';
import { desktopPlatform } from './desktop/platform.ts';
import { followPower } from './desktop/power.ts';
import { createTrayHost, queryTrayHost } from './desktop/tray-host.ts';
import { greet } from './greet.ts';
import { createStateFeed, DEFECT_REFUSAL, handleRequests, refusalOf } from './ipc/index.ts';
import { unpacked } from './packaged-path.ts';
import {
  createElectronPanel,
  createPanel,
  denyPermissions,
  electronSurface,
  hardenApp,
  loadPanelSize,
  panelAddress,
  panelSizeSaver,
  placeAgain,
  placePanel,
  readBundleFiles,
  serveBundle,
} from './panel/index.ts';
import { quitAfter } from './quit-after.ts';
import { openElectronTray } from './tray/electron-tray.ts';
import { showTray } from './tray/show-tray.ts';
import { trayActions } from './tray-actions.ts';

/** Also in `electron-builder.yml`: Windows shows notifications under the name of the shortcut that bears it. */
const APP_ID = 'com.gpu-tray.app';
/** ms that a walk over many pages may wait for the service's limit. */
const PATIENCE_MS = 60_000;
/** ms for a question to the session bus or to the desktop. */
const ASK_MS = 2000;

const clock = systemClock;
const platform = desktopPlatform(process.platform);
const out = join(import.meta.dirname, '..');

/** Somebody started the app again, perhaps because the first start takes its time: then it shows itself as soon as it can. */
const showing = deferUntilReady();

if (app.requestSingleInstanceLock()) {
  // What a second instance was started with is not looked at: anybody can start one.
  app.on('second-instance', showing.call);
  hardenApp(panelAddress());
  if (platform === 'win32') app.setAppUserModelId(APP_ID);
  app.whenReady().then(start).catch(failToStart);
} else app.quit();

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const log = createFileLog(folder);
  recordDefects(process, log);
  log.info('app.started', { version: app.getVersion(), platform: process.platform });

  denyPermissions();
  setApplicationMenu(platform, !app.isPackaged);
  if (platform === 'darwin') app.setActivationPolicy('accessory');
  serveBundle(await readBundleFiles(join(out, 'renderer')));

  const panelSizePath = join(folder, 'panel.json');
  const electronPanel = createElectronPanel({
    platform,
    address: panelAddress(),
    preload: join(out, 'preload', 'index.cjs'),
    hasDevTools: !app.isPackaged,
    onCrashed: () => feed.forgetScreen(),
    log,
  });
  const panel = createPanel({
    openWindow: electronPanel.openWindow,
    place(size, left) {
      const surface = electronSurface(platform, electronTray.bounds());
      return placeAgain(size, left, surface) ?? placePanel(size, surface);
    },
    clock,
    platform,
    hasTray: () => application.state().surroundings.hasTray,
    size: await loadPanelSize(panelSizePath),
    onResized: panelSizeSaver(panelSizePath, clock, log),
    onVisible: (isVisible) => (isVisible ? application.panelOpened() : application.panelClosed()),
    onGone: () => feed.end(),
  });
  // Whether there is a tray decides what window it is, so that is asked each time before.
  const openPanel = async (destination: Destination | null) => {
    await trayHost.look();
    panel.open();
    if (destination !== null) feed.go(destination);
  };
  const notify = createNotifier({
    platform,
    log,
    prepare: electronNotification,
    onClick: openPanel,
    onFailed: (notification) => application.notificationFailed(notification),
  });
  const autostart = electronAutostart(log);

  const application = await createApplication({
    desktop: {
      ...electronDesktop(platform, runWithTimeout(process.env, ASK_MS)),
      notify,
      setAutostart: (isOn) => setAutostart(isOn, autostart),
      hidePanel: panel.hide,
      confirm: createConfirmer({ panel, show: electronMessageBox(electronPanel.visibleWindow) }),
    },
    network: { fetch: electronFetch, clock, log, patienceMs: PATIENCE_MS },
    spawnHelper: spawnKeytar(join(out, 'main', 'keytar-process.js')),
    folder,
    ssh: { places: systemSshPlaces(folder), uid: systemUid() },
    surroundings: { platform, version: app.getVersion(), hasTray: true, isOnline: net.isOnline() },
    newId: randomUUID,
    random: Math.random,
  });

  const run = runWithTimeout(process.env, ASK_MS);
  const trayHost = createTrayHost({
    query: async () => (platform === 'linux' ? queryTrayHost(run) : true),
    clock,
    onChange: application.trayFound,
  });
  const feed = createStateFeed({ state: application.state, send: electronPanel.send });
  handleRequests({
    ipc: ipcMain,
    handlers: {
      ...application.requests,
      keepScreen: async (screen) => feed.keepScreen(screen),
      // After the answer: quitting closes the page.
      quit: async () => void setImmediate(() => app.quit()),
    },
    onWatch: feed.watch,
    isPanel: electronPanel.isSender,
    log,
  });

  const electronTray = openElectronTray({
    iconFolder: unpacked(join(out, '..', 'resources', 'tray')),
    platform,
    onAction: trayActions({
      requests: application.requests,
      openPanel,
      notify,
      quit: () => app.quit(),
      log,
    }),
    onClick() {
      trayHost.clicked();
      panel.toggle();
    },
  });
  const tray = showTray({ state: application.state, platform, clock, tray: electronTray });

  application.subscribe(
    coalesce(() => {
      tray.update();
      feed.update();
    }),
  );
  followPower(powerMonitor, application);
  const stopWatching = watchOnline({
    isOnline: () => net.isOnline(),
    clock,
    onChange: application.online,
  });
  showing.answer(() => void openPanel(null));
  // Not remembered: macOS also says it of the start itself, which is silent.
  app.on('activate', () => void openPanel(null));
  // The tray goes on without the panel.
  app.on('window-all-closed', () => {});
  // No `before-quit-for-update` beside it: nothing here keeps a window from closing, so an update is not held up.
  app.once('before-quit', () => {
    stopWatching();
    tray.stop();
    panel.end();
  });
  quitAfter(app, application.stop);

  await greet({ application, openPanel: panel.open, trayHost });
}

/** There is no tray yet to say it, and without it the app would just not be there. */
function failToStart(error: unknown): void {
  const reason = refusalOf(error)?.message ?? DEFECT_REFUSAL.message;
  dialog.showErrorBox('GPU Tray could not start', reason);
  app.exit(1);
}
