import { readFile, rename } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { exclusively, writeAtomically } from '../files/index.ts';
import type { Log } from '../log.ts';
import { readSettings } from './read-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from './schema.ts';
import { SettingsError } from './settings-error.ts';

export interface LoadedSettings {
  readonly settings: Settings;
  /** Something a person should be told once: what happened to their settings and where the old file is. */
  readonly notice: string | null;
  /** A newer GPU Tray wrote the file: changes are refused until this one is updated. */
  readonly isReadOnly: boolean;
}

/** The settings on disk, shared by the app and the command line. */
export interface SettingsFile {
  /** @throws SettingsError `unreadable` when the file is there and the system does not let us read it */
  load(): Promise<LoadedSettings>;
  /**
   * Applies a change to what is on disk now, alone among all processes, and keeps the previous file as `.bak`.
   * @returns the settings as written
   * @throws SettingsError `readOnly`, `unreadable` or `unwritable`; the file is as it was
   */
  update(change: (settings: Settings) => Settings): Promise<Settings>;
}

export interface SettingsFilePorts {
  /** The file; `.bak`, `.lock` and `.corrupt-<time>` stand beside it. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function good(settings: Settings, notice: string | null = null): LoadedSettings {
  return { settings, notice, isReadOnly: false };
}

export function createSettingsFile({ path, clock, log }: SettingsFilePorts): SettingsFile {
  const backup = `${path}.bak`;
  const alone = <T>(run: () => Promise<T>) => exclusively(`${path}.lock`, clock, run);

  async function readText(file: string): Promise<string | null> {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw new SettingsError('unreadable', path, error);
    }
  }

  /** The backup in place of a file that is gone or was moved aside, or null when there is no good one. */
  async function restoreBackup(): Promise<Settings | null> {
    const text = await readText(backup).catch(() => null);
    const reading = text === null ? null : readSettings(text);
    if (text === null || reading?.kind !== 'good') return null;
    await writeAtomically(path, text);
    return reading.settings;
  }

  async function withoutFile(whatHappened: string): Promise<LoadedSettings> {
    const restored = await restoreBackup();
    return restored
      ? good(restored, `${whatHappened} The backup took its place.`)
      : good(DEFAULT_SETTINGS, `${whatHappened} There was no usable backup, so they start afresh.`);
  }

  /** Moves a broken file aside, whole, so that nothing in it is lost, and goes on from the backup. */
  async function recover(): Promise<LoadedSettings> {
    const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
    const aside = `${path}.corrupt-${stamp}`;
    await rename(path, aside);
    log.warn('settings.recovered', { aside });
    return withoutFile(`The settings file was damaged and is kept as ${aside}.`);
  }

  async function loadText(text: string | null): Promise<LoadedSettings> {
    if (text === null) {
      // A crash between moving a broken file aside and restoring the backup leaves no file and a good backup.
      const hasBackup = (await readText(backup).catch(() => null)) !== null;
      return hasBackup ? withoutFile('The settings file was missing.') : good(DEFAULT_SETTINGS);
    }
    const reading = readSettings(text);
    switch (reading.kind) {
      case 'good':
        return good(reading.settings);
      case 'newer':
        return {
          settings: reading.settings,
          notice: `The settings in ${path} were written by a newer GPU Tray and are not changed by this one. Update it.`,
          isReadOnly: true,
        };
      case 'broken':
        return recover();
    }
  }

  async function write(settings: Settings, previous: string | null): Promise<void> {
    try {
      if (previous !== null) await writeAtomically(backup, previous);
      await writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`);
    } catch (error) {
      throw new SettingsError('unwritable', path, error);
    }
  }

  return {
    async load() {
      const text = await readText(path);
      // A good file needs no lock: a rename is seen whole or not at all. Mending one does.
      const isGood = text !== null && readSettings(text).kind === 'good';
      return isGood ? loadText(text) : alone(async () => loadText(await readText(path)));
    },
    update: (change) =>
      alone(async () => {
        const loaded = await loadText(await readText(path));
        if (loaded.isReadOnly) throw new SettingsError('readOnly', path);
        const settings = change(loaded.settings);
        await write(settings, await readText(path));
        return settings;
      }),
  };
}
