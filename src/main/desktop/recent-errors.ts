import type { Clock } from '../../core/clock.ts';
import type { Log, LogFields } from '../../core/log.ts';
import { redactedFields } from '../../core/redact.ts';

const MAX_KEPT = 30;

/** What fields may be shown of an event: constants of ours, Electron or the system, never a path, an address or a text. */
const SHOWN = ['reason', 'type', 'error', 'code', 'at', 'problem', 'kind', 'request'];

/** A log that also keeps its last warnings and errors, as lines that are safe to publish. */
export interface RecentErrors {
  readonly log: Log;
  /** Oldest first, with the time in UTC. */
  lines(): readonly string[];
}

export function keepRecentErrors(log: Log, clock: Pick<Clock, 'now'>): RecentErrors {
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
  return {
    log: {
      ...log,
      warn(event, fields) {
        keep(event, fields);
        log.warn(event, fields);
      },
      error(event, fields) {
        keep(event, fields);
        log.error(event, fields);
      },
    },
    lines: () => [...kept],
  };
}
