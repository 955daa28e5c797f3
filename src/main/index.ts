import { join } from 'node:path';
import { app, dialog } from 'electron';
import { systemClock } from '../core/clock.ts';
import { createFileLog, recordInternalErrors } from './desktop/log.ts';
import { AT_LOGIN, desktopPlatform, isWayland, setUpProcess } from './desktop/platform.ts';
import { trayPatience } from './desktop/tray-host.ts';
import { createEmitter } from './events.ts';
import { panelAddress } from './panel/bundle.ts';
import { hardenApp } from './panel/security.ts';
import { openTray } from './tray/open-tray.ts';

// Only the needs of the tray's icon: everything else is loaded once it is there (docs/benchmarks.md).

const clock = systemClock;
const platform = desktopPlatform(process.platform);
const out = join(import.meta.dirname, '..');

/** A second launch before startup finished opens the panel once it has. */
const secondLaunch = createEmitter<void>();

if (app.requestSingleInstanceLock()) {
  // The arguments of a second instance are untrusted and ignored.
  app.on('second-instance', () => secondLaunch.emit());
  hardenApp(panelAddress());
  setUpProcess(platform);
  app.whenReady().then(start).catch(failToStart);
} else app.quit();

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const { log, recentErrors } = createFileLog(folder, clock);
  recordInternalErrors(process, log);
  log.info('app.started', { version: app.getVersion(), platform: process.platform });

  const tray = openTray({ platform, out, clock });
  await tray.host.start(trayPatience(isWayland(), app.commandLine.hasSwitch(AT_LOGIN)));
  const { startApplication } = await import('./start-application.ts');
  await startApplication({ tray, platform, folder, out, clock, log, secondLaunch, recentErrors });
}

/** A dialog, since the tray says only that the app is starting. */
async function failToStart(error: unknown): Promise<void> {
  const { DEFECT_REFUSAL, refusalOf } = await import('./ipc/handle.ts');
  const reason = refusalOf(error)?.message ?? DEFECT_REFUSAL.message;
  dialog.showErrorBox('GPU Tray could not start', reason);
  app.exit(1);
}
