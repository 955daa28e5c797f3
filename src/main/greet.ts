import type { Application } from '../core/app/index.ts';

export interface GreetPorts {
  readonly application: Pick<Application, 'state' | 'trayFound'>;
  openPanel(): void;
  findTrayHost(): Promise<boolean>;
}

/**
 * The app lives in the tray, and starts there without a word. It shows itself where that would leave nothing to see: before
 * the first sign-in, and on a desktop without a tray.
 */
export async function greet({ application, openPanel, findTrayHost }: GreetPorts): Promise<void> {
  if (application.state().accounts.length === 0) openPanel();
  if (await findTrayHost()) return;
  application.trayFound(false);
  openPanel();
}
