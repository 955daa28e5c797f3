import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { describeInternalError, type Log, type LogFields } from '../../core/log.ts';
import { redactedFields } from '../../core/redact.ts';

/** Bytes. A full file is kept once, as `main.old.log`. */
const MAX_LOG = 1024 * 1024;
const PRIVATE_FILE = 0o600;

/** Writes to `logs/main.log` at once, for the lines before a crash. By hand: electron-log takes a fifth of the start's time. */
export function createFileLog(folder: string): Log {
  const path = join(folder, 'logs', 'main.log');
  const write = (level: string) => (event: string, fields?: LogFields) => {
    try {
      mkdirSync(dirname(path), { recursive: true });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > MAX_LOG) renameSync(path, join(folder, 'logs', 'main.old.log'));
      // JSON escapes line breaks.
      const rest = fields === undefined ? '' : ` ${JSON.stringify(redactedFields(fields))}`;
      const text = `${new Date().toISOString()} ${level} ${event}${rest}\n`;
      appendFileSync(path, text, { mode: PRIVATE_FILE });
    } catch {
      // Neither a full disk nor a missing permission may stop the app.
    }
  };
  return {
    // Not kept; redacting each line would cost time.
    debug: () => {},
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
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

const MAX_KEPT = 30;

/** Fields to show: constants of ours, Electron or the system, never a path, an address or a text. */
const SHOWN = ['reason', 'type', 'error', 'code', 'at', 'problem', 'kind', 'request'];

/** A log that also keeps its last warnings and errors, as lines without secrets. */
export function keepRecentErrors(log: Log, clock: Pick<Clock, 'now'>) {
  const kept: string[] = [];
  function keep(event: string, logged: LogFields = {}): void {
    const fields = redactedFields(logged);
    const shown = SHOWN.flatMap((name) => {
      const value = fields[name];
      return value === undefined || value === null ? [] : `${name}=${value}`;
    });
    kept.push([new Date(clock.now()).toISOString(), event, ...shown].join(' '));
    if (kept.length > MAX_KEPT) kept.shift();
  }
  const keeping =
    (level: 'warn' | 'error'): Log['warn'] =>
    (event, fields) => {
      keep(event, fields);
      log[level](event, fields);
    };
  return {
    log: { ...log, warn: keeping('warn'), error: keeping('error') },
    /** Oldest first, with the time in UTC. */
    lines: (): readonly string[] => [...kept],
  };
}
