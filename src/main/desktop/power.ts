import type { Application } from '../../core/app/index.ts';

/** The part of Electron's `powerMonitor` in use. */
interface PowerEvents {
  on(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen', listener: () => void): unknown;
}

/** Passes sleep and screen lock on to the application. Electron does not report the latter on Linux. */
export function followPower(
  power: PowerEvents,
  application: Pick<Application, 'suspended' | 'resumed' | 'screenLocked' | 'screenUnlocked'>,
): void {
  power.on('suspend', () => application.suspended());
  power.on('resume', () => application.resumed());
  power.on('lock-screen', () => application.screenLocked());
  power.on('unlock-screen', () => application.screenUnlocked());
}
