import type { Stats } from 'node:fs';
import { type Disk, errorCode, type Ownership } from './disk.ts';

/** The user's configuration as it is found: not there, there, or something that is better left alone. */
export type Inspection =
  | { readonly kind: 'absent'; readonly path: string }
  | {
      readonly kind: 'file';
      /** Where the content really is: behind every symbolic link. */
      readonly path: string;
      /** As latin1. */
      readonly text: string;
      readonly ownership: Ownership;
    }
  /** A sentence for people. */
  | { readonly kind: 'odd'; readonly reason: string };

const MAX_BYTES = 16 * 1024 * 1024;

function odd(reason: string): Inspection {
  return { kind: 'odd', reason };
}

/** Why a file of that kind is not changed by us, or null. @param uid ours; null on Windows, which has none */
function oddity(path: string, stats: Stats, uid: number | null): string | null {
  if (stats.isDirectory()) return `${path} is a folder.`;
  if (!stats.isFile()) return `${path} is not a regular file.`;
  if (stats.size > MAX_BYTES) return `${path} is longer than 16 MB.`;
  if ((stats.mode & 0o200) === 0) return `${path} is read-only.`;
  if (uid !== null && stats.uid !== uid) return `${path} belongs to another user.`;
  // A new file under one of the names would leave the others with the old content.
  if (stats.nlink > 1) return `${path} is one file under several names (hard links).`;
  return null;
}

function oddText(path: string, text: string): string | null {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text) || text.includes('\0'))
    return `${path} is not written in an encoding that ssh reads (UTF-16, or binary).`;
  if (text.startsWith('\xef\xbb\xbf')) return `${path} begins with a byte order mark.`;
  return null;
}

function inspect(disk: Disk, named: string, uid: number | null): Inspection {
  if (!disk.isThere(named)) return { kind: 'absent', path: named };
  const path = disk.realpath(named);
  const stats = disk.stat(path);
  const reason = oddity(path, stats, uid);
  if (reason !== null) return odd(reason);
  const text = disk.read(path);
  const encoding = oddText(path, text);
  if (encoding !== null) return odd(encoding);
  const ownership = { mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid };
  return { kind: 'file', path, text, ownership };
}

/** The reason for people why a file or its folder could not be read or written. */
export function failureReason(path: string, error: unknown): string {
  const code = errorCode(error);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${path} or its folder may not be changed (${code}).`;
    case 'EROFS':
      return `${path} is on a read-only file system.`;
    case 'ENOENT':
    case 'ELOOP':
      return `${path} is a link that leads nowhere (${code}).`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left to write ${path} (${code}).`;
    case 'EBUSY':
      return `${path} is in use by another program.`;
    default:
      return `${path} cannot be changed (${code}).`;
  }
}

/** Looks at the user's configuration without changing anything. Never throws. */
export function inspectFile(disk: Disk, named: string, uid: number | null): Inspection {
  try {
    return inspect(disk, named, uid);
  } catch (error) {
    return odd(failureReason(named, error));
  }
}

/** The text of a file that must not be changed but can be read all the same; null when it cannot. */
export function readAnyway(disk: Disk, path: string): string | null {
  try {
    const stats = disk.stat(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? disk.read(path) : null;
  } catch {
    return null;
  }
}
