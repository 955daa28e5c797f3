import type { AppState } from '../shared/state/index.ts';
import type { TrayHost } from './desktop/tray-host.ts';

/** Opens the panel on the first run, and without a tray, which decides whether the window has a frame. */
export async function openAtStart(
  { accounts, preferences }: Pick<AppState, 'accounts' | 'preferences'>,
  trayHost: Pick<TrayHost, 'hasTray' | 'decided'>,
  openPanel: () => void,
): Promise<void> {
  // With autostart on, it may be a login after the last account was signed out.
  const isFirstRun = accounts.length === 0 && !preferences.autostart;
  // The first run does not wait for a desktop that is still starting.
  const hasTray = isFirstRun ? trayHost.hasTray() : await trayHost.decided();
  if (isFirstRun || !hasTray) openPanel();
}

/** Delays the quit until `finish` has resolved or rejected. Windows are closed by then. */
export function quitAfter(
  app: NodeJS.EventEmitter & { quit(): void },
  finish: () => Promise<void>,
): void {
  const prevent = (event: { preventDefault(): void }) => event.preventDefault();
  app.on('will-quit', prevent);
  app.once('will-quit', () => {
    void finish().finally(() => {
      app.off('will-quit', prevent);
      app.quit();
    });
  });
}
