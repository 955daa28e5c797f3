import type { Application } from '../core/app/index.ts';
import type { TrayHost } from './desktop/tray-host.ts';

export interface OpenAtStartPorts {
  readonly application: Pick<Application, 'state'>;
  readonly trayHost: Pick<TrayHost, 'look' | 'lookPatiently'>;
  openPanel(): void;
}

/**
 * Opens the panel at startup where nothing else would be visible: on the first run, and without a tray. Not before the tray is
 * known, which decides between a window with and without a frame.
 */
export async function openAtStart(ports: OpenAtStartPorts): Promise<void> {
  const { application, openPanel, trayHost } = ports;
  const isFirstRun = application.state().accounts.length === 0;
  // Only a start at login has to wait for the desktop, and that is never the first run.
  const hasTray = await (isFirstRun ? trayHost.look() : trayHost.lookPatiently());
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
