import { join } from 'node:path';
import electronLog from 'electron-log/node';
import type { Log, LogFields } from '../../core/log.ts';

/** Bytes; the file before is kept beside it as `main.old.log`. */
const MAX_LOG = 1024 * 1024;
/** For its owner alone. */
const PRIVATE_FILE = 0o600;

/** One line per event: the fixed word, then the fields as JSON, in which no value can start a line of its own. */
function line(event: string, fields: LogFields | undefined): string {
  return fields === undefined ? event : `${event} ${JSON.stringify(fields)}`;
}

/** Writes to `logs/main.log` in that folder. Nothing of it goes to the terminal. */
export function createFileLog(folder: string): Log {
  const logger = electronLog.create({ logId: 'main' });
  logger.transports.console.level = false;
  const { file } = logger.transports;
  file.level = 'info';
  file.maxSize = MAX_LOG;
  file.writeOptions = { flag: 'a', mode: PRIVATE_FILE, encoding: 'utf8' };
  file.format = '{iso} {level} {text}';
  file.setAppName('GPU Tray');
  file.resolvePathFn = () => join(folder, 'logs', 'main.log');
  return {
    debug: (event, fields) => logger.debug(line(event, fields)),
    info: (event, fields) => logger.info(line(event, fields)),
    warn: (event, fields) => logger.warn(line(event, fields)),
    error: (event, fields) => logger.error(line(event, fields)),
  };
}
