import { chmod, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { writeAtomically } from '../../files/index.ts';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The text of a file, or null when there is none. @throws the file system's error for one that cannot be read */
export async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Makes the folder, for its owner alone: ssh refuses configurations that others could write. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (process.platform === 'win32') return;
  const { mode } = await stat(folder);
  if ((mode & 0o777) !== PRIVATE_FOLDER) await chmod(folder, PRIVATE_FOLDER);
}

async function isPrivate(path: string): Promise<boolean> {
  return process.platform === 'win32' || ((await stat(path)).mode & 0o777) === PRIVATE_FILE;
}

/** Writes a file with 0600 unless it is so already. Answers whether it wrote. */
export async function writeIfChanged(path: string, text: string): Promise<boolean> {
  if ((await readOptional(path)) === text && (await isPrivate(path))) return false;
  await writeAtomically(path, text, PRIVATE_FILE);
  return true;
}

/** Moves a file that cannot be used out of the way, where the user may find it. @param now ms since the epoch */
export async function setAside(path: string, now: number): Promise<void> {
  const stamp = new Date(now).toISOString().replaceAll(':', '-');
  await rename(path, `${path}.corrupt-${stamp}`);
}
