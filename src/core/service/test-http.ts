import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '../clock.ts';
import type { Log, LogFields } from '../log.ts';
import type { BaseUrl } from './base-url.ts';
import { createHttp, type Http, type HttpAnswer, type HttpBounds } from './http.ts';
import { ServiceError } from './service-error.ts';

/** A log that is looked into afterwards, for what it says and for secrets. */
export interface RecordingLog extends Log {
  /** Everything that was logged, one line each. */
  readonly lines: string[];
}

function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  const write = (event: string, fields?: LogFields) => {
    lines.push(`${event} ${JSON.stringify(fields ?? {})}`);
  };
  return { lines, debug: write, info: write, warn: write, error: write };
}

/** The client's HTTP, with what it logs and leaves behind. */
export interface TestHttp {
  readonly http: Http;
  readonly log: RecordingLog;
  /** Timers that the requests have set and neither cancelled nor let run out. */
  pendingTimers(): number;
}

/** The client's HTTP over Node's fetch and real sockets. */
export function createTestHttp(
  base: BaseUrl,
  bounds: Partial<HttpBounds> = {},
  clock: Clock = systemClock,
): TestHttp {
  const log = createRecordingLog();
  const timers = new Set<symbol>();
  const counting: Clock = {
    ...clock,
    after(ms, run) {
      const timer = Symbol('timer');
      timers.add(timer);
      const cancel = clock.after(ms, () => {
        timers.delete(timer);
        run();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  const http = createHttp(base, { fetch: globalThis.fetch, clock: counting, log, bounds });
  return { http, log, pendingTimers: () => timers.size };
}

/** The problem that a call of the client ends in. */
export async function problemOf(call: Promise<unknown>): Promise<ServiceError['problem']> {
  const error = await call.then(
    (value) => new Error(`succeeded: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof ServiceError) return error.problem;
  throw error;
}

/** Waits until `condition` holds; fails after five seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never came true: ${what}`);
    await pause(5);
  }
}

/** `GET {path}`, as most tests need it. */
export function get(http: Http, path = 'things', signal?: AbortSignal): Promise<HttpAnswer> {
  return http({ method: 'GET', path, endpoint: `GET /${path}`, signal });
}
