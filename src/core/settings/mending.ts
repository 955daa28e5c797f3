import { rename } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { writeAtomically } from '../files/index.ts';
import type { Log } from '../log.ts';
import { readSettings, type SettingsReading } from './read-settings.ts';
import { readTextOrNull } from './read-text.ts';
import { SettingsError } from './settings-error.ts';

/** The two files, and what a mending takes besides. */
export interface MendingPorts {
  /** The settings file and its backup. */
  readonly path: string;
  readonly backup: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a damaged settings file is mended. Under the lock, since another process may have the same idea. */
export interface Mending {
  /** Moves a broken file aside, whole, so that nothing in it is lost. @returns where it is now */
  moveAside(file: string): Promise<string>;
  /** Puts the backup where the settings are missing. @returns null when there is no good one */
  restoreBackup(): Promise<Exclude<SettingsReading, { kind: 'broken' }> | null>;
}

/** Both @throws SettingsError `unwritable` */
export function createMending({ path, backup, clock, log }: MendingPorts): Mending {
  async function writing<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw new SettingsError('unwritable', path, error);
    }
  }

  async function moveAside(file: string): Promise<string> {
    const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
    const aside = `${file}.corrupt-${stamp}`;
    await writing(() => rename(file, aside));
    log.warn('settings.moved_aside', { aside });
    return aside;
  }

  return {
    moveAside,
    async restoreBackup() {
      const text = await readTextOrNull(backup).catch(() => null);
      if (text === null) return null;
      const reading = readSettings(text);
      if (reading.kind === 'broken') {
        // Left where it is, it would be reported anew each time, and overwritten by the next change.
        await moveAside(backup);
        return null;
      }
      await writing(() => writeAtomically(path, text));
      return reading;
    },
  };
}
