import { RefusalError } from '../../core/app/index.ts';
import type { Log } from '../../core/log.ts';
import { describeDefect } from '../log/index.ts';

/** What makes this desktop start programs with its session. */
export interface AutostartPorts {
  /** Run from its folder, the program to start would be Electron itself, without us in it. */
  readonly isPackaged: boolean;
  /** @throws whatever keeps the desktop from it */
  set(isOn: boolean): void | Promise<void>;
  /** Whether the desktop will start the app now. */
  isSet(): boolean | Promise<boolean>;
  readonly log: Log;
}

function refuse(message: string, action: string): never {
  throw new RefusalError({ kind: 'autostart', message, action });
}

/**
 * Has the app started with the session, or not any more.
 * @throws RefusalError where it cannot be started so, or the desktop did not take it
 */
export async function setAutostart(isOn: boolean, ports: AutostartPorts): Promise<void> {
  if (!ports.isPackaged) {
    if (!isOn) return;
    refuse(
      'Only an installed GPU Tray can start with your session.',
      'Install it with `npm run dist`, and switch this on there.',
    );
  }
  let isSet: boolean;
  try {
    await ports.set(isOn);
    isSet = await ports.isSet();
  } catch (error) {
    ports.log.warn('autostart.failed', describeDefect(error));
    return refuse(
      'The entry that starts GPU Tray with your session could not be written.',
      'Check that your settings folder can be written, and try again.',
    );
  }
  if (isSet !== isOn)
    refuse(
      `Your desktop did not ${isOn ? 'take' : 'drop'} the entry for GPU Tray.`,
      'Change it in the settings of your desktop, under the programs that start by themselves.',
    );
}
