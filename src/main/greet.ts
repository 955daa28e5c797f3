import type { Application } from '../core/app/index.ts';
import type { TrayHost } from './desktop/tray-host.ts';

/** Who is signed in, and where the app can be seen. */
export interface GreetPorts {
  readonly application: Pick<Application, 'state'>;
  openPanel(): void;
  readonly trayHost: TrayHost;
}

/**
 * The app lives in the tray, and starts there without a word. It shows itself where that would leave nothing to see: before
 * the first sign-in, and on a desktop without a tray. Never before that is known, since a window of its own has a frame, and
 * one that belongs to the tray has none.
 */
export async function greet({ application, openPanel, trayHost }: GreetPorts): Promise<void> {
  const isFirstRun = application.state().accounts.length === 0;
  // Nobody has to wait for the first screen: whoever starts this for the first time is not just logging in.
  const hasTray = await (isFirstRun ? trayHost.look() : trayHost.lookPatiently());
  if (isFirstRun || !hasTray) openPanel();
}
