import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProfile } from '../../../shared/domain/service-profile.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { Secret } from '../../secret.ts';
import { createRecordingLog, type RecordingLog } from '../../testing/recording-log.ts';
import { createAccountClient } from '../account-client.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { createHttp, type Http, type HttpBounds, type HttpPorts } from '../http/http.ts';
import type { HttpAnswer } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';
import { isRentalError } from '../rental/adapter.ts';
import { createRentalClient } from '../rental/client.ts';
import { refreshTokens } from '../rental/sign-in.ts';
import { createTokenSession, packTokens } from '../rental/token-session.ts';
import { createKeySession } from '../session.ts';
import { type Handler, startTestServer, type TestServer } from './server.ts';

/** HTTP with its log and its open timers. */
export interface TestHttp {
  readonly http: Http;
  readonly ports: HttpPorts;
  readonly log: RecordingLog;
  /** Timers that requests have started and that have neither fired nor been cancelled. */
  pendingTimers(): number;
}

/** HTTP over Node's fetch and real sockets. */
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
  const ports = { fetch: globalThis.fetch, clock: counting, log, bounds };
  return { http: createHttp(base, ports), ports, log, pendingTimers: () => timers.size };
}

/** The problem that `call` rejects with. */
export async function problemOf(call: Promise<unknown>): Promise<ServiceError['problem']> {
  const error = await call.then(
    (value) => new Error(`succeeded: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof ServiceError) return error.problem;
  throw error;
}

/** Resolves once `condition` is true; rejects after five seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`timed out: ${what}`);
    await pause(5);
  }
}

/** `GET {path}`. */
export function get(http: Http, path = 'things', signal?: AbortSignal): Promise<HttpAnswer> {
  return http({ method: 'GET', path: `/${path}`, signal });
}

/** A client and its server. */
export interface TestClient extends TestHttp {
  readonly client: ReturnType<typeof createAccountClient<ReturnType<typeof createRentalClient>>>;
  readonly server: TestServer;
  /** The path and query of every request, in order: `GET /vms?limit=500&offset=0`. */
  asked(): string[];
  /** The bearer of every request, in order. */
  bearers(): (string | undefined)[];
}

/** Defaults: the real clock, 60 s of patience, the default bounds. */
export interface TestClientOptions {
  readonly clock?: Clock;
  readonly listMs?: number;
  readonly bounds?: Partial<HttpBounds>;
  /** Uses a token session that starts with `access-0` instead of the API key `key-canary`. */
  readonly hasTokens?: boolean;
  readonly profile?: ServiceProfile;
}

const LOGIN = {
  access: new Secret('access-0'),
  refresh: new Secret('refresh-0'),
  lifetimeMs: 3_600_000,
};

/** The client of one account, with a real server. */
export async function startTestClient(
  handler: Handler,
  options: TestClientOptions = {},
): Promise<TestClient> {
  const clock = options.clock ?? systemClock;
  const server = await startTestServer(handler);
  const test = createTestHttp(server.base, options.bounds, clock);
  const sessionOf = (http: Http) =>
    options.hasTokens
      ? createTokenSession({
          requestRefresh: (token) => refreshTokens(http, token),
          load: async () => packTokens({ ...LOGIN, receivedAt: clock.now() }),
          save: async () => {},
          withFileLock: (run) => run(),
          clock,
          log: test.log,
        })
      : createKeySession(new Secret('key-canary'));
  const ports = { ...test.ports, listMs: options.listMs ?? 60_000 };
  const { profile = null } = options;
  const open = createRentalClient;
  const target = { base: server.base, open, isOwnError: isRentalError, profile };
  const client = createAccountClient(target, ports, { createSession: sessionOf });
  return {
    ...test,
    client,
    server,
    asked: () =>
      server.requests.map(({ method, path, query }) => {
        const search = new URLSearchParams(query).toString();
        return `${method} ${path}${search === '' ? '' : `?${search}`}`;
      }),
    bearers: () =>
      server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', '')),
  };
}

/** A VM record with the required fields only. */
export function vmRecord(index: number): { id: string; status: string } {
  return { id: `vm-${index}`, status: 'running' };
}

/** `vm-0`, `vm-1`, … */
export function vmRecords(count: number): { id: string; status: string }[] {
  return Array.from({ length: count }, (_, index) => vmRecord(index));
}
