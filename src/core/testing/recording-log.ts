import type { Log, LogFields } from '../log.ts';

/** A log to search for messages and secrets. */
export interface RecordingLog extends Log {
  /** One line per entry, such as `poll.failed {"ms":12}`. */
  readonly lines: string[];
}

export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  const write = (event: string, fields: LogFields = {}) =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  return { lines, debug: write, info: write, warn: write, error: write };
}
