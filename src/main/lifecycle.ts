import type { Application } from '../core/app/index.ts';
import type { TrayHost } from './desktop/tray-host.ts';

export interface OpenAtStartPorts {
  readonly application: Pick<Application, 'state'>;
  /** Started. */
  readonly trayHost: Pick<TrayHost, 'hasTray' | 'decided'>;
  openPanel(): void;
}

/**
 * Opens the panel at startup where nothing else would be visible: on the first run, and without a tray. Not before the tray is
 * known, which decides between a window with and without a frame.
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

/** The parts of Electron's `app` that quitting needs. */
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

/** The part of Electron's `powerMonitor` in use. */
interface PowerEvents {
  on(
    event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'shutdown',
    listener: () => void,
  ): unknown;
}

/**
 * Passes sleep, screen lock and shutdown on to the application. Electron reports no lock on Linux and no shutdown on Windows; on
 * macOS a log-off is a shutdown, too. A shutdown is not delayed.
 */
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
