import {
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs';
import { fileFailure, writeAtomically } from '../../files/index.ts';
import { UserError } from '../../user-error.ts';

/** The file is as it was. @param reason a sentence */
export const refusedChange = (reason: string) =>
  new UserError({ kind: 'sshConfig', message: reason, action: '' });

const MAX_BYTES = 16 * 1024 * 1024;

function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

function failureReason(path: string, error: unknown): string {
  const isBrokenLink = ['ENOENT', 'ELOOP'].includes(errorCode(error) ?? '');
  if (isBrokenLink) return `${path} is a broken symbolic link.`;
  return `Failed to change ${path}${fileFailure(error).reason}`;
}

function obstacleOf(path: string, stats: Stats, text: string): string | null {
  const uid = process.getuid?.() ?? null;
  if ((stats.mode & 0o200) === 0) return `${path} is read-only.`;
  if (uid !== null && stats.uid !== uid) return `${path} belongs to another user.`;
  // Replacing one name would leave the old content under the others.
  if (stats.nlink > 1) return `${path} has several hard links.`;
  if (/^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)|\0/.test(text))
    return `${path} is binary, or begins with a byte order mark.`;
  return null;
}

/**
 * Never throws. `path`: with symbolic links resolved; `text`: as latin1, one character per byte, null when there is no file, or none that
 * can be read; `obstacle`: why GPU Tray must not change the file, as a message for people, null when it may. @param named perhaps a link
 */
export function inspectConfig(named: string) {
  const none = { path: named, text: null, mode: 0o600 };
  try {
    if (lstatSync(named, { throwIfNoEntry: false }) === undefined)
      return { ...none, obstacle: null };
    const path = realpathSync(named);
    const stats = statSync(path);
    if (!stats.isFile()) return { ...none, obstacle: `${path} is not a regular file.` };
    if (stats.size > MAX_BYTES) return { ...none, obstacle: `${path} is larger than 16 MB.` };
    const text = readFileSync(path, 'latin1');
    return { path, text, mode: stats.mode & 0o7777, obstacle: obstacleOf(path, stats, text) };
  } catch (error) {
    return { ...none, obstacle: failureReason(named, error) };
  }
}

/** @returns false, with nothing changed, when the file is no longer what `inspectConfig` read */
async function replace(
  { path, text, mode }: ReturnType<typeof inspectConfig>,
  next: string | null,
): Promise<boolean> {
  const isUnchanged = () => (existsSync(path) ? readFileSync(path, 'latin1') : null) === text;
  if (next !== null) return writeAtomically(path, Buffer.from(next, 'latin1'), mode, isUnchanged);
  if (!isUnchanged()) return false;
  unlinkSync(path);
  return true;
}

/**
 * Replaces the user's SSH config, only while it is as read right before (docs/decisions/0011). Call it under the lock.
 * @param change gets and returns the text as latin1, null for no file @returns both texts; null: unchanged @throws UserError
 */
export async function changeConfig(
  named: string,
  backup: string,
  change: (text: string | null) => string | null,
): Promise<{ readonly before: string | null; readonly after: string | null } | null> {
  const file = inspectConfig(named);
  if (file.obstacle !== null) throw refusedChange(file.obstacle);
  const next = change(file.text);
  const { path, text, mode } = file;
  if (next === text) return null;
  try {
    // Never overwritten: it is the user's file as it was without GPU Tray. Nothing of the user's is in a file that is deleted.
    if (next !== null && text !== null && !existsSync(backup))
      await writeAtomically(backup, Buffer.from(text, 'latin1'), mode);
    if (await replace(file, next)) return { before: text, after: next };
  } catch (error) {
    if (errorCode(error) === null) throw error;
    throw refusedChange(failureReason(path, error));
  }
  throw refusedChange(`Another program changed ${named} at the same time.`);
}
