import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file whole or not at all: writes beside it, flushes to the disk, renames over it. A full disk or a crash leaves
 * the old content (docs/decisions/0003). A symbolic link at `path` is itself replaced. Missing folders are created for the owner alone.
 * @param onlyIf called right before the file is replaced
 * @returns whether the file was written: false when `onlyIf` returned false
 * @throws the file system's error, with the old file untouched
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
  onlyIf = () => true,
): Promise<boolean> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content, 'utf8');
      // The umask narrows the mode given to open(2).
      await file.chmod(mode);
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
