import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Read and write for the owner alone. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Replaces a file whole or not at all: writes beside it, flushes to the disk, renames over it. A full disk or a crash leaves
 * the old content. `write-file-atomic` and `atomically` resolve on a full disk and leave a truncated file in its place.
 * A symbolic link at `path` is replaced itself; whoever wants its target changed resolves it first.
 * @throws the file system's error, with the old file untouched
 */
export async function writeAtomically(
  path: string,
  content: string,
  mode = PRIVATE_FILE,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
