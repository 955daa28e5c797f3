import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileFailure } from '../files/index.ts';
import { NewerHistory } from './database.ts';
import { openHistory } from './history.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file has to be replaced. */
const DAMAGED = [11, 26];
/** SQLITE_BUSY and SQLITE_LOCKED: another program, such as a backup, holds the file for a moment. */
const BUSY = [5, 6];

function hasCode(error: unknown, codes: readonly number[]): boolean {
  // The lower byte is the primary code.
  return (
    error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode) & 0xff)
  );
}

export const isDamaged = (error: unknown) => hasCode(error, DAMAGED);

/** A message for the user; null: it may work the next time. */
export function historyProblem(path: string, error: unknown): string | null {
  if (error instanceof NewerHistory)
    return `The history ${path} was written by a newer version of GPU Tray. Update GPU Tray to continue it.`;
  if (hasCode(error, BUSY)) return null;
  const { reason, action } = fileFailure(error);
  return `Failed to write the history ${path}${reason} ${action}`;
}

/** Renames a damaged database and its log, and starts a new one. */
async function replace(path: string, now: number) {
  const aside = `${path}.corrupt-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(path, aside);
  // SQLite finds its log by this name. It may be absent.
  await rename(`${path}-wal`, `${aside}-wal`).catch(() => {});
  const notice = `The history was damaged and is kept as ${aside}. A new one was started.`;
  return { history: openHistory(path), notice };
}

/**
 * Opens the history, or starts a new one in place of a damaged one.
 * @param mustReplace it turned out to be damaged while it was used @returns `notice`: to show once if the history was replaced
 * @throws NewerHistory, or the error of SQLite or of the file system
 */
export async function openOrReplace(path: string, now: number, mustReplace: boolean) {
  if (mustReplace) return replace(path, now);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return { history: openHistory(path), notice: null };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return replace(path, now);
  }
}
