import type { Log, LogFields } from '../core/log.ts';
import { terminalJson } from './terminal-json.ts';

/** One line per event: `poll.failed account=… kind=…`. Undefined fields are left out. */
export function lineLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      const values = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${terminalJson(value)}`);
      write([level, event, ...values].join(' '));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
