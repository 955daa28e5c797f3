import { fchmodSync, renameSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** 12 hexadecimal digits. `wx` refuses a name that exists; `randomUUID` would load `node:crypto`, which takes 6 ms of the start. */
const newSuffix = () => Math.random().toString(16).slice(2, 14).padEnd(12, '0');

/**
 * Replaces a file whole or not at all (docs/decisions/0003). A symbolic link is followed; missing folders are created for the owner.
 * @param onlyIf called right before the file is replaced @returns whether the file was written, so `onlyIf` returned true
 * @throws the file system's error, with the old file untouched
 */
export async function writeAtomically(
  linkOrPath: string,
  content: string | Uint8Array,
  mode = 0o600,
  onlyIf = () => true,
): Promise<boolean> {
  const found = await realpath(linkOrPath).catch(() => null);
  const path = found ?? linkOrPath;
  const folder = dirname(path);
  if (found === null) await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(path)}.${newSuffix()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      // The umask narrows the mode given to open(2).
      fchmodSync(file.fd, mode);
      await file.writeFile(content, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    const isWanted = onlyIf();
    // Synchronous: a busy thread pool must not delay it after the check.
    if (isWanted) renameSync(temporary, path);
    else await rm(temporary);
    return isWanted;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const LEFTOVER = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** ms; a write in progress, of another process too, is younger. */
const MIN_LEFTOVER_AGE = 60_000;

/** Deletes the temporary files of killed writers in a folder. Never rejects. */
export async function removeLeftovers(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.allSettled(
    names
      .filter((name) => LEFTOVER.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const { mtimeMs } = await stat(path);
        if (now - mtimeMs > MIN_LEFTOVER_AGE) await rm(path);
      }),
  );
}
