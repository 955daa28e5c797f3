import type { HostWindow } from '../electron/browser-window.ts';
import type { HostElectron } from '../electron/create-electron.ts';
import { preventableEvent } from '../electron/emitter.ts';

/** How long the app may take to open a window after it was launched again, ms. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 25;

function loadedWindow(electron: HostElectron): HostWindow | null {
  return electron.windows.open().findLast((window) => window.url() !== '') ?? null;
}

/** What a second launch tells the running app. */
export function launchAgain(
  electron: HostElectron,
  argv: readonly string[] = [],
  workingDirectory = '/',
): void {
  const details = preventableEvent();
  electron.app.emit(
    'second-instance',
    details,
    [process.execPath, ...argv],
    workingDirectory,
    null,
  );
}

/**
 * The window for somebody who comes to look at the app: one that is on the screen, or the one that a second launch opens.
 * Null when none came.
 */
export async function windowToOpen(electron: HostElectron): Promise<HostWindow | null> {
  const shown = loadedWindow(electron);
  if (shown?.isVisible()) return shown;
  const deadline = performance.now() + PATIENCE_MS;
  let isLaunched = false;
  for (;;) {
    // An app that has only just started listens a little later.
    if (!isLaunched && electron.app.hasListener('second-instance')) {
      launchAgain(electron);
      isLaunched = true;
    }
    const window = loadedWindow(electron);
    if (window !== null) return window;
    if (performance.now() > deadline) return null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
