import { constants, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { UserError } from '../user-error.ts';

/** An error in the form of the file system's. */
export const unusableFile = (code: 'ENOTREG' | 'ETOOLARGE', path: string) =>
  Object.assign(new Error(path), { code, syscall: 'read' });

/** Rejects pipes and devices, which would block. @param check throws unless the opened file may be read @throws the file system's error */
export async function readTextFile(
  path: string,
  maxBytes = Number.POSITIVE_INFINITY,
  check = (_found: Stats) => {},
): Promise<string> {
  // Opening a pipe waits for its writer, too. Windows has neither.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile()) throw unusableFile('ENOTREG', path);
    check(found);
    if (found.size > maxBytes) throw unusableFile('ETOOLARGE', path);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Null: there is no such file. @throws as `readTextFile` */
export async function readTextFileIfAny(path: string): Promise<string | null> {
  try {
    return await readTextFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** SQLite's SQLITE_IOERR_SHMSIZE: there is no room for the index of its log. */
const NO_ROOM_FOR_INDEX = 4874;

/** The system's code, such as `EROFS`, or SQLite's message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // SQLite's errors all have the same code.
  if ('errcode' in error && error.errcode === NO_ROOM_FOR_INDEX) return 'ENOSPC';
  if ('errstr' in error) return String(error.errstr);
  return 'code' in error ? String(error.code) : 'unknown error';
}

/** Each write has another one. Null: there is no file, or it cannot be inspected. Synchronous: twice a poll, a thread takes longer. */
export function fileVersion(path: string): string | null {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return null;
  }
}

export type FileFailure = Readonly<ReturnType<typeof fileFailure>>;

/** `reason`: appended to the path without a space. @param error of the file system or of SQLite */
export function fileFailure(error: unknown) {
  const code = codeOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'database or disk is full':
      return { reason: ': the disk is full.', action: 'Free some space.' };
    case 'EISDIR':
    case 'ENOTREG':
    case 'ENXIO':
      return { reason: ': it is not a regular file.', action: 'Move it away.' };
    case 'ETOOLARGE':
      return { reason: ': it is too large.', action: 'Check the path.' };
    case 'ENOENT':
      return { reason: ': it does not exist.', action: 'Check the path.' };
    case 'EEXIST':
    case 'ENOTDIR':
      return { reason: ': a file is in the place of a folder.', action: 'Move it away.' };
    case 'database is locked':
    case 'database table is locked':
      return { reason: ': it is in use by another program.', action: 'Try again in a moment.' };
    default:
      return { reason: ` (${code}).`, action: 'Check its permissions.' };
  }
}

/** A file that cannot be read, written or locked. */
export class FileError extends UserError {
  override readonly name = 'FileError';
}

/** Rejects with a `FileError` where the file system or SQLite failed, else with the same error. @param what `read the settings file /x` */
export const failedTo =
  (what: string, kind = 'unusableFile') =>
  (cause: unknown) => {
    if (!(cause instanceof Error && ('syscall' in cause || 'errcode' in cause))) throw cause;
    const { reason, action } = fileFailure(cause);
    const message = `Failed to ${what}${reason} ${action}`;
    throw new FileError({ kind, message, action: 'Then try again.' }, { cause });
  };
