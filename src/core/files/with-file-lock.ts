import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Clock, sleep } from '../clock.ts';

/** Somebody else held the lock for the whole time we were willing to wait. The message is for people. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';

  constructor() {
    super(
      'Another GPU Tray is busy with the same settings or account; wait a moment and try again.',
    );
  }
}

/** There can be no lock where it should be: a folder that is read-only, or no folder at all. The message is for people. */
export class LockUnavailable extends Error {
  override readonly name = 'LockUnavailable';
  /** The system's code, such as `EROFS`. */
  readonly code: string;

  constructor(lockFile: string, cause: unknown) {
    const code = codeOf(cause);
    super(`The lock ${lockFile} cannot be taken (${code}). Check the permissions of its folder.`, {
      cause,
    });
    this.code = code;
  }
}

/** SQLite's errors have one code for all, and their own words beside it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('errstr' in error) return String(error.errstr);
  return 'code' in error ? String(error.code) : 'unknown reason';
}

const RETRY_MS = 25;
const PATIENCE_MS = 30_000;

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/i.test(error.message);
}

async function openDatabase(lockFile: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  try {
    await mkdir(dirname(lockFile), { recursive: true, mode: 0o700 });
    return new DatabaseSync(lockFile, { timeout: 0 });
  } catch (error) {
    throw new LockUnavailable(lockFile, error);
  }
}

async function lock(database: DatabaseSync, lockFile: string, clock: Clock): Promise<void> {
  const start = clock.monotonic();
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw new LockUnavailable(lockFile, error);
      if (clock.monotonic() - start >= PATIENCE_MS) throw new LockTimeout();
      await sleep(clock, RETRY_MS);
    }
  }
}

/**
 * Runs `run` while no other process (nor another caller here) runs under the same lock file, so that the app and the command
 * line may share settings and credentials. The lock is SQLite's on an empty database: the system lets go of it when a process
 * dies, so nothing is ever stale. Waiting does not block the event loop.
 * @throws LockTimeout after 30 s, LockUnavailable, or what `run` throws
 */
export async function withFileLock<T>(
  lockFile: string,
  clock: Clock,
  run: () => Promise<T>,
): Promise<T> {
  const database = await openDatabase(lockFile);
  try {
    await lock(database, lockFile, clock);
    return await run();
  } finally {
    database.close();
  }
}
