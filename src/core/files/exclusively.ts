import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Clock, sleep } from '../clock.ts';

/** Somebody else held the lock for the whole time we were willing to wait. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

const RETRY_MS = 25;
const PATIENCE_MS = 30_000;

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/i.test(error.message);
}

async function lock(database: DatabaseSync, clock: Clock): Promise<void> {
  const start = clock.monotonic();
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (clock.monotonic() - start >= PATIENCE_MS)
        throw new LockTimeout('another GPU Tray holds the lock');
      await sleep(clock, RETRY_MS);
    }
  }
}

/**
 * Runs `run` while no other process (nor another caller here) runs under the same lock file, so that the app and the command
 * line may share settings and credentials. The lock is SQLite's on an empty database: the system lets go of it when a process
 * dies, so nothing is ever stale. Waiting does not block the event loop.
 * @throws LockTimeout after 30 s
 */
export async function exclusively<T>(
  lockFile: string,
  clock: Clock,
  run: () => Promise<T>,
): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite');
  await mkdir(dirname(lockFile), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    await lock(database, clock);
    return await run();
  } finally {
    database.close();
  }
}
