import type { Clock } from '../clock.ts';
import { LockUnavailable, withFileLock, writeAtomically } from '../files/index.ts';
import type { Log } from '../log.ts';
import { createMending } from './mending.ts';
import { readSettings, type SettingsReading } from './read-settings.ts';
import { readTextOrNull } from './read-text.ts';
import { DEFAULT_SETTINGS, type Settings } from './schema.ts';
import { SettingsError } from './settings-error.ts';

/** The settings as on disk now, mended if need be. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** Something a person should be told once: what happened to their settings and where the old file is. */
  readonly notice: string | null;
  /** A newer GPU Tray wrote the file: changes are refused until this one is updated. */
  readonly isReadOnly: boolean;
}

/** The settings on disk, shared by the app and the command line. */
export interface SettingsFile {
  /**
   * @throws SettingsError `unreadable` when the file is there and the system does not let us read it, `unwritable` when it
   * is damaged and cannot be mended; LockTimeout when another process is mending it without end
   */
  load(): Promise<LoadedSettings>;
  /**
   * Applies a change to what is on disk now, alone among all processes, and keeps the previous file as `.bak`.
   * @returns the settings as written
   * @throws SettingsError `readOnly`, `unreadable` or `unwritable`, or LockTimeout; the file is as it was
   */
  update(change: (settings: Settings) => Settings): Promise<Settings>;
  /** The same for what a person wants gone: the backup loses it too, so that no mending brings it back. */
  forget(change: (settings: Settings) => Settings): Promise<Settings>;
}

/** Where the file is. `clock` bounds the waiting for the lock and dates what is moved aside. */
export interface SettingsFilePorts {
  /** The file; `.bak`, `.lock` and `.corrupt-<time>` stand beside it. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

type Readable = Exclude<SettingsReading, { kind: 'broken' }>;

function loaded(reading: Readable, path: string, notice: string | null): LoadedSettings {
  const { kind, settings } = reading;
  if (kind === 'good') return { settings, notice, isReadOnly: false };
  const newer = `The settings in ${path} were written by a newer GPU Tray and are not changed by this one. Update it.`;
  return { settings, notice: notice === null ? newer : `${notice} ${newer}`, isReadOnly: true };
}

/** Neither reads nor writes before it is asked to. Any number may be open on one file, in any number of processes. */
export function createSettingsFile({ path, clock, log }: SettingsFilePorts): SettingsFile {
  const backup = `${path}.bak`;
  const { moveAside, restoreBackup } = createMending({ path, backup, clock, log });
  /** The file keeps the options until the next change, so each load would log them again. */
  let hasLoggedDropped = false;

  async function alone<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await withFileLock(`${path}.lock`, clock, run);
    } catch (error) {
      throw error instanceof LockUnavailable ? new SettingsError('unwritable', path, error) : error;
    }
  }

  async function withoutFile(whatHappened: string): Promise<LoadedSettings> {
    const restored = await restoreBackup();
    return restored
      ? loaded(restored, path, `${whatHappened} The backup took its place.`)
      : {
          settings: DEFAULT_SETTINGS,
          notice: `${whatHappened} There was no usable backup, so they start afresh.`,
          isReadOnly: false,
        };
  }

  /** Of a file that is good as it is, or of none that ever was: what needs no mending, and so no lock. */
  async function loadAsItIs(): Promise<LoadedSettings | 'damaged' | 'lost'> {
    const text = await readTextOrNull(path);
    if (text === null) {
      // A crash between moving a broken file aside and restoring the backup leaves no file and a backup.
      const hasBackup = (await readTextOrNull(backup).catch(() => null)) !== null;
      return hasBackup ? 'lost' : { settings: DEFAULT_SETTINGS, notice: null, isReadOnly: false };
    }
    const reading = readSettings(text);
    if (reading.kind === 'broken') return 'damaged';
    if (reading.dropped.length > 0 && !hasLoggedDropped) {
      hasLoggedDropped = true;
      log.warn('settings.removed_options_dropped', { options: reading.dropped.join(', ') });
    }
    return loaded(reading, path, null);
  }

  /** Call it under the lock. */
  async function loadAndMend(): Promise<LoadedSettings> {
    const found = await loadAsItIs();
    if (found === 'lost') return withoutFile('The settings file was missing.');
    if (found !== 'damaged') return found;
    const aside = await moveAside(path);
    return withoutFile(`The settings file was damaged and is kept as ${aside}.`);
  }

  async function write(text: string, kept: string | null): Promise<void> {
    try {
      if (kept !== null) await writeAtomically(backup, kept);
      await writeAtomically(path, text);
    } catch (error) {
      throw new SettingsError('unwritable', path, error);
    }
  }

  /** @param backupOf what the backup is to hold, of the text before and the text after */
  function change(
    apply: (settings: Settings) => Settings,
    backupOf: (before: string | null, after: string) => string | null,
  ): Promise<Settings> {
    return alone(async () => {
      const { settings, isReadOnly } = await loadAndMend();
      if (isReadOnly) throw new SettingsError('readOnly', path);
      const changed = apply(settings);
      const text = `${JSON.stringify(changed, null, 2)}\n`;
      await write(text, backupOf(await readTextOrNull(path), text));
      return changed;
    });
  }

  return {
    async load() {
      // A rename is seen whole or not at all, so reading needs no lock, and no right to write. Mending needs both.
      const found = await loadAsItIs();
      return found === 'lost' || found === 'damaged' ? alone(loadAndMend) : found;
    },
    update: (apply) => change(apply, (before) => before),
    forget: (apply) => change(apply, (_, after) => after),
  };
}
