import type { Application } from '../core/app/index.ts';
import type { TrayHost } from './desktop/tray-host.ts';

export interface OpenAtStartPorts {
  readonly application: Pick<Application, 'state'>;
  readonly trayHost: Pick<TrayHost, 'hasTray' | 'decided'>;
  openPanel(): void;
}

/**
 * Opens the panel where nothing else would be visible: on the first run, and without a tray. Waits for the tray, which decides
 * whether the window has a frame.
 */
export async function openAtStart(ports: OpenAtStartPorts): Promise<void> {
  const { application, openPanel, trayHost } = ports;
  const { accounts, preferences } = application.state();
  // With autostart on, it may be a login after the last account was signed out.
  const isFirstRun = accounts.length === 0 && !preferences.autostart;
  // The first run does not wait for a desktop that is still starting.
  const hasTray = isFirstRun ? trayHost.hasTray() : await trayHost.decided();
  if (isFirstRun || !hasTray) openPanel();
}

interface QuittingApp {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

/** Delays the quit until `finish` has resolved or rejected. Windows are closed by then. */
export function quitAfter(app: QuittingApp, finish: () => Promise<void>): void {
  let isFinished = false;
  let hasBegun = false;
  app.on('will-quit', (event) => {
    if (isFinished) return;
    event.preventDefault();
    if (hasBegun) return;
    hasBegun = true;
    void finish().finally(() => {
      isFinished = true;
      app.quit();
    });
  });
}

interface PowerEvents {
  on(
    event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'shutdown',
    listener: () => void,
  ): unknown;
}

/** Electron reports no lock on Linux and no shutdown on Windows; on macOS a log-off is a shutdown. No shutdown is delayed. */
export function followPower(
  power: PowerEvents,
  application: Pick<
    Application,
    'suspended' | 'resumed' | 'screenLocked' | 'screenUnlocked' | 'sessionEnding'
  >,
): void {
  power.on('suspend', () => application.suspended());
  power.on('resume', () => application.resumed());
  power.on('lock-screen', () => application.screenLocked());
  power.on('unlock-screen', () => application.screenUnlocked());
  power.on('shutdown', () => application.sessionEnding());
}
