import { rename } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import {
  FileError,
  failedTo,
  fileVersion,
  readTextFileIfAny,
  withFileLock,
  writeAtomically,
} from '../files/index.ts';
import type { Log } from '../log.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings, type SettingsReading } from './schema.ts';

export type SettingsFile = ReturnType<typeof createSettingsFile>;

export interface SettingsFilePorts {
  /** `.bak`, `.lock` and `.corrupt-<time>` are beside it. */
  readonly path: string;
  /** For the lock's timeout and the names of damaged files. */
  readonly clock: Clock;
  readonly log: Log;
  /** Shows the user how the settings were recovered, or that a newer GPU Tray wrote them. Any call may find this. */
  readonly onNotice: (message: string) => void;
}

/** @returns null for no file @throws FileError */
const readTextOrNull = (path: string): Promise<string | null> =>
  readTextFileIfAny(path).catch(failedTo(`read the settings file ${path}`));

const failedToWrite = (path: string) => failedTo(`write the settings file ${path}`);

type Change = (settings: Settings) => Settings;

type Readable = Exclude<SettingsReading, { kind: 'broken' }>;

const UNSET: Readable = { kind: 'good', settings: DEFAULT_SETTINGS };
const NEWER =
  'Your settings were written by a newer version of GPU Tray and can’t be changed until you update.';

function readOnly(path: string): FileError {
  const message = `The settings in ${path} were written by a newer version of GPU Tray. Update GPU Tray to change them.`;
  return new FileError({ kind: 'readOnly', message, action: 'Then try again.' });
}

async function write(file: string, text: string): Promise<void> {
  await writeAtomically(file, text).catch(failedToWrite(file));
}

/** Keeps a damaged file under another name. @returns its new path */
async function moveAside(file: string, { clock, log }: SettingsFilePorts): Promise<string> {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.corrupt-${stamp}`;
  await rename(file, aside).catch(failedToWrite(file));
  log.warn('settings.moved_aside', { aside });
  return aside;
}

/** The settings file, shared by the app and the CLI. Read and written only on a call. */
export function createSettingsFile(ports: SettingsFilePorts) {
  const { path, clock, onNotice } = ports;
  const backup = `${path}.bak`;
  const lockFile = `${path}.lock`;
  let isNewerNotified = false;
  let loaded: { readonly version: string; readonly settings: Settings } | null = null;

  /** @returns null when there is no valid backup */
  async function restoreBackup(): Promise<Readable | null> {
    const text = await readTextOrNull(backup).catch(() => null);
    if (text === null) return null;
    const reading = readSettings(text);
    if (reading.kind === 'broken') {
      // Left in place, it would be reported again and then overwritten by the next change.
      await moveAside(backup, ports);
      return null;
    }
    await write(path, text);
    return reading;
  }

  async function recover(whatHappened: string): Promise<Readable> {
    const restored = await restoreBackup();
    const reset = 'No backup was found, so your settings were reset.';
    const outcome = restored === null ? reset : 'The backup was restored.';
    isNewerNotified = restored?.kind === 'newer';
    onNotice([whatHappened, outcome, ...(isNewerNotified ? [NEWER] : [])].join(' '));
    return restored ?? UNSET;
  }

  /** Needs no lock: a rename is atomic. `broken`: damaged or lost. */
  async function read(): Promise<SettingsReading> {
    const text = await readTextOrNull(path);
    if (text !== null) return readSettings(text);
    // A crash during a recovery leaves a backup and no file.
    const hasBackup = (await readTextOrNull(backup).catch(() => null)) !== null;
    return hasBackup ? { kind: 'broken' } : UNSET;
  }

  async function readOrRecover(): Promise<Readable> {
    const reading = await read();
    if (reading.kind !== 'broken') return reading;
    if (fileVersion(path) === null) return recover('The settings file was missing.');
    const aside = await moveAside(path, ports);
    return recover(`The settings file was damaged and is kept as ${aside}.`);
  }

  /** @param backupOf the new backup, from the text before and after the change */
  function change(
    apply: Change,
    backupOf: (before: string | null, after: string) => string | null,
  ): Promise<Settings> {
    return withFileLock(lockFile, clock, async () => {
      const { kind, settings } = await readOrRecover();
      if (kind === 'newer') throw readOnly(path);
      const changed = apply(settings);
      const text = `${JSON.stringify(changed, null, 2)}\n`;
      const kept = backupOf(await readTextOrNull(path), text);
      if (kept !== null) await write(backup, kept);
      await write(path, text);
      return changed;
    });
  }

  return {
    /** Reads the file again only when it has changed. @throws FileError */
    async load(): Promise<Settings> {
      // Before the reading: a file that is replaced in between is read again.
      const version = fileVersion(path);
      if (loaded !== null && loaded.version === version) return loaded.settings;
      const reading = await read();
      const { kind, settings } =
        reading.kind === 'broken' ? await withFileLock(lockFile, clock, readOrRecover) : reading;
      if (kind === 'newer' && !isNewerNotified) {
        isNewerNotified = true;
        onNotice(NEWER);
      }
      // After a recovery the file has another version.
      loaded = version === null ? null : { version, settings };
      return settings;
    },
    /** Changes the settings on disk under the lock, and keeps the previous file as `.bak`. @throws FileError, with the file unchanged */
    update: (apply: Change) => change(apply, (before) => before),
    /** As `update`, for data to delete: the backup is overwritten too, so that no recovery restores it. */
    forget: (apply: Change) => change(apply, (_, after) => after),
  };
}
