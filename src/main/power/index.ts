import { powerMonitor } from 'electron';
import type { Application } from '../../core/app/index.ts';

/** Tells the application of sleep and of the locked screen. Linux does not tell Electron of the latter. */
export function followPower(application: Application): void {
  powerMonitor.on('suspend', () => application.suspended());
  powerMonitor.on('resume', () => application.resumed());
  powerMonitor.on('lock-screen', () => application.screenLocked());
  powerMonitor.on('unlock-screen', () => application.screenUnlocked());
}
