import type { Application } from '../../core/app/index.ts';

/** What is needed of Electron's `powerMonitor`. */
interface PowerEvents {
  on(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen', listener: () => void): unknown;
}

/** Tells the application of sleep and of the locked screen. Linux does not tell Electron of the latter. */
export function followPower(
  power: PowerEvents,
  application: Pick<Application, 'suspended' | 'resumed' | 'screenLocked' | 'screenUnlocked'>,
): void {
  power.on('suspend', () => application.suspended());
  power.on('resume', () => application.resumed());
  power.on('lock-screen', () => application.screenLocked());
  power.on('unlock-screen', () => application.screenUnlocked());
}
