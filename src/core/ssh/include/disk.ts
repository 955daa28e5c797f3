import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';

/** Whose a new file is to be, and who may read and write it. */
export interface Ownership {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The few steps that changing the user's file takes, synchronous so that the moments between them are short. A port, so that
 * tests can let somebody else write the file in any of those moments.
 */
export interface Disk {
  /** Whether there is anything under that name, a dangling link included. */
  isThere(path: string): boolean;
  stat(path: string): Stats;
  realpath(path: string): string;
  /** Where a symbolic link points, as it is written; null for anything else, and for nothing. */
  readLink(path: string): string | null;
  /** As latin1: one character per byte. */
  read(path: string): string;
  /** A new file, on the disk when this returns; fails when there is one. */
  create(path: string, bytes: string, ownership: Ownership): void;
  /** A second name for a file; fails when there is something of that name. */
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string): void;
}

/** A file keeps its group where we may give it; where we may not, ssh does not mind. */
function keepGroup(path: string, { uid, gid }: Ownership): void {
  try {
    chownSync(path, uid, gid);
  } catch {
    // Not a member of that group.
  }
}

/** The computer's own. Windows knows neither modes nor groups, so files are left as it makes them there. */
export const realDisk: Disk = {
  isThere: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  stat: (path) => statSync(path),
  realpath: (path) => realpathSync(path),
  readLink(path) {
    try {
      return readlinkSync(path);
    } catch {
      return null;
    }
  },
  read: (path) => readFileSync(path, 'latin1'),
  create(path, bytes, ownership) {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeFileSync(file, bytes, 'latin1');
      if (process.platform !== 'win32') {
        keepGroup(path, ownership);
        // Not left to open(2), whose mode the umask narrows.
        chmodSync(path, ownership.mode);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  link: linkSync,
  rename: renameSync,
  unlink: unlinkSync,
  mkdir: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
};

/** The system's code for an error, such as `EACCES`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
