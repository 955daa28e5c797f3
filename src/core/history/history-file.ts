import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileFailure } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import { NewerHistory } from './database.ts';
import { type History, openHistory } from './history.ts';

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

/** A sentence for the user; null: it may work the next time, or with a new file. */
function problemOf(path: string, error: unknown): string | null {
  if (error instanceof NewerHistory)
    return `The history ${path} was written by a newer version of GPU Tray. Update GPU Tray to continue it.`;
  if (hasCode(error, [...BUSY, ...DAMAGED])) return null;
  const { reason, action } = fileFailure(error);
  return `Failed to write the history ${path}${reason} ${action}`;
}

/** The database, opened with its first use, and replaced when it is damaged. @param notify is called once for each sentence in a row */
export function createHistoryFile(
  path: string,
  log: Pick<Log, 'warn'>,
  notify: (message: string) => void,
) {
  let history: History | null = null;
  let mustReplace = false;
  let last: string | null = null;

  function notifyOnce(message: string): void {
    if (message !== last) notify(message);
    last = message;
  }

  /** Renames a damaged database and its log, and starts a new one. */
  async function replaced(now: number): Promise<History> {
    const aside = `${path}.corrupt-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
    await rename(path, aside);
    // SQLite finds its log by this name. It may be absent.
    await rename(`${path}-wal`, `${aside}-wal`).catch(() => {});
    const next = openHistory(path);
    log.warn('history.replaced');
    notifyOnce(`The history was damaged and is kept as ${aside}. A new one was started.`);
    return next;
  }

  async function opened(now: number): Promise<History> {
    if (mustReplace) return replaced(now);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return openHistory(path);
    } catch (error) {
      if (!hasCode(error, DAMAGED)) throw error;
      return replaced(now);
    }
  }

  function close(): void {
    history?.close();
    history = null;
  }

  return {
    /** Null before its first use, and while it cannot be opened. */
    current: () => history,
    /** @throws NewerHistory, or the error of SQLite or of the file system */
    async open(now: number): Promise<History> {
      if (history !== null) return history;
      history = await opened(now);
      mustReplace = false;
      return history;
    },
    failed(error: unknown): void {
      const message = problemOf(path, error);
      if (message === null || message !== last)
        log.warn('history.failed', describeInternalError(error));
      if (message !== null) notifyOnce(message);
      mustReplace = hasCode(error, DAMAGED);
      if (mustReplace) close();
    },
    close(): void {
      history?.flush();
      close();
    },
  };
}
