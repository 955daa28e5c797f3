import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LaunchFile } from './terminal.ts';

/** How old a file has to be before nobody is about to read it any more, in ms. */
const READ_BY_MS = 3_600_000;

/**
 * Writes what a terminal is going to read, for the user's eyes only, and clears away what was written for earlier launches:
 * nobody tells us when the terminal has read one. Rejects when it cannot be written; what cannot be cleared away stays.
 * @param now ms since the epoch
 */
export async function writeLaunchFile(
  { path, content, ours }: LaunchFile,
  now: number,
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await writeFile(path, content, { mode: 0o600 });
  const names = await readdir(folder).catch(() => []);
  const old = names.filter((name) => ours.test(name) && name !== basename(path));
  await Promise.all(old.map((name) => clearAway(join(folder, name), now)));
}

async function clearAway(path: string, now: number): Promise<void> {
  try {
    const { mtimeMs } = await lstat(path);
    if (now - mtimeMs > READ_BY_MS) await rm(path);
  } catch {
    // Not a file, already gone, or not ours to remove: the next launch looks again.
  }
}
