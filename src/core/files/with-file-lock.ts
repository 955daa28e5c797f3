import { chmod, mkdir, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Clock, sleep } from '../clock.ts';
import { FileError, failedTo } from './unusable-file.ts';

const RETRY_MS = 25;
const TIMEOUT_MS = 30_000;

const BUSY = {
  kind: 'busy',
  message: 'Another GPU Tray is changing the same settings or account. Try again in a moment.',
  action: '',
};

const failedToLock = (lockFile: string) => failedTo(`lock ${lockFile}`);

async function openDatabase(lockFile: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  try {
    await mkdir(dirname(lockFile), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(lockFile, { timeout: 0 });
    // SQLite creates it with the umask. Not opened here: closing any handle of the file would release the locks of this process.
    await chmod(lockFile, 0o600).catch(() => {});
    return database;
  } catch (error) {
    return failedToLock(lockFile)(error);
  }
}

async function attempt(database: DatabaseSync, lockFile: string): Promise<boolean> {
  try {
    // Without a journal file, so that a full disk prevents no lock.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Whatever damaged the file: it holds nothing.
    if (error.message === 'file is not a database') await truncate(lockFile);
    else if (!/database is locked/i.test(error.message)) failedToLock(lockFile)(error);
    return false;
  }
}

/** Keeps the databases of held locks from the garbage collector, which would close them and so release the locks. */
const held = new Set<DatabaseSync>();

/** Takes the lock, if free, for as long as the process lives. @returns its release; null: taken @throws FileError */
export async function tryFileLock(lockFile: string): Promise<(() => void) | null> {
  const database = await openDatabase(lockFile);
  let isHeld = false;
  try {
    isHeld = await attempt(database, lockFile);
  } finally {
    if (!isHeld) database.close();
  }
  if (!isHeld) return null;
  held.add(database);
  return () => {
    held.delete(database);
    database.close();
  };
}

/**
 * Runs `run` while no other process and no other caller holds the same lock file. It is SQLite's lock on an empty database: the system
 * releases it when a process dies (docs/decisions/0004). @throws FileError, `busy` after 30 s, or the error of `run`
 */
export async function withFileLock<T>(
  lockFile: string,
  clock: Clock,
  run: () => Promise<T>,
): Promise<T> {
  const database = await openDatabase(lockFile);
  try {
    const start = clock.monotonic();
    while (!(await attempt(database, lockFile))) {
      if (clock.monotonic() - start >= TIMEOUT_MS) throw new FileError(BUSY);
      await sleep(clock, RETRY_MS);
    }
    return await run();
  } finally {
    database.close();
  }
}
