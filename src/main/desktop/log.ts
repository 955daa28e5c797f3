import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { describeInternalError, type Log, type LogFields } from '../../core/log.ts';
import { redactedFields } from '../../core/redact.ts';

/** Bytes. A full file is kept once, as `main.old.log`. */
const MAX_LOG = 1024 * 1024;
const PRIVATE_FILE = 0o600;

const MAX_KEPT = 30;

/** Fields to show: constants of ours, Electron or the system, never a path, an address or a text. */
const SHOWN = ['reason', 'type', 'error', 'code', 'at', 'problem', 'kind', 'request'];

/**
 * Writes to `logs/main.log` at once, for the lines before a crash, and keeps the last warnings and errors. By hand: electron-log takes
 * a fifth of the start's time.
 */
export function createFileLog(folder: string, clock: Pick<Clock, 'now'>) {
  const path = join(folder, 'logs', 'main.log');
  const kept: string[] = [];

  function write(line: string): void {
    try {
      mkdirSync(dirname(path), { recursive: true });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_LOG) renameSync(path, join(folder, 'logs', 'main.old.log'));
      appendFileSync(path, `${line}\n`, { mode: PRIVATE_FILE });
    } catch {
      // Neither a full disk nor a missing permission may stop the app.
    }
  }

  function keep(time: string, event: string, fields: LogFields): void {
    const shown = SHOWN.flatMap((name) => {
      const value = fields[name];
      return value === undefined || value === null ? [] : `${name}=${value}`;
    });
    kept.push([time, event, ...shown].join(' '));
    if (kept.length > MAX_KEPT) kept.shift();
  }

  const writing = (level: string) => (event: string, logged?: LogFields) => {
    const time = new Date(clock.now()).toISOString();
    const fields = redactedFields(logged ?? {});
    // JSON escapes line breaks.
    const rest = logged === undefined ? '' : ` ${JSON.stringify(fields)}`;
    write(`${time} ${level} ${event}${rest}`);
    if (level !== 'info') keep(time, event, fields);
  };
  const log: Log = {
    // Not kept; redacting each line would cost time.
    debug: () => {},
    info: writing('info'),
    warn: writing('warn'),
    error: writing('error'),
  };
  /** `recentErrors`: without secrets, oldest first, with the time in UTC. */
  return { log, recentErrors: (): readonly string[] => [...kept] };
}

/** Chromium ends requests at sleep with this error, and Electron may raise it outside of a promise. */
const SUSPENDED = 'ERR_NETWORK_IO_SUSPENDED';

/** Logs uncaught errors; without a listener Electron would show each one in a dialog. */
export function recordInternalErrors(source: NodeJS.EventEmitter, log: Log): void {
  const record = (event: string) => (error: unknown) => {
    if (error instanceof Error && error.message.includes(SUSPENDED)) log.info('network.suspended');
    else log.error(event, describeInternalError(error));
  };
  source.on('uncaughtException', record('internal_error.exception'));
  source.on('unhandledRejection', record('internal_error.rejection'));
}
