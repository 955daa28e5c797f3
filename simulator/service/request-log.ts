import type { FaultKind } from '../faults/index.ts';

/** A request as the log keeps it. Credentials and bodies are never in it. */
export interface LoggedRequest {
  /** Wall time of the simulator, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Without the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly hasAuthorization: boolean;
  /** The fault that befell it. */
  fault: FaultKind | null;
  /** Status of the answer; null while there is none, and for ever when the connection was dropped instead. */
  status: number | null;
}

/** Requests to the service; those to the control interface are not among them. */
export interface RequestLog {
  /** @param endpoint method and route, such as `GET /vms/:vm_id` */
  add(endpoint: string, request: LoggedRequest): void;
  /** Requests per endpoint since the start or the last `clear`. */
  counts(): Readonly<Record<string, number>>;
  /** The latest ones, oldest first. */
  entries(): readonly LoggedRequest[];
  clear(): void;
}

const KEPT = 5000;

/** Keeps the latest 5,000 requests; the counts go on beyond them. */
export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  let counts = new Map<string, number>();
  return {
    add(endpoint, request) {
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
      entries.push(request);
      // Cut off in bulk: a shift per request would move the whole list every time.
      if (entries.length > 2 * KEPT) entries = entries.slice(-KEPT);
    },
    counts: () => Object.fromEntries(counts),
    entries: () => entries.slice(-KEPT),
    clear() {
      entries = [];
      counts = new Map();
    },
  };
}
