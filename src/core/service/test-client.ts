import { type Clock, systemClock } from '../clock.ts';
import { Secret } from '../secret.ts';
import { createServiceClient, type ServiceClient } from './client.ts';
import type { HttpBounds } from './http.ts';
import { createKeySession, createTokenSession, type Session } from './session.ts';
import { refreshTokens } from './sign-in.ts';
import { createTestHttp, type TestHttp } from './test-http.ts';
import { type Handler, startTestServer, type TestServer } from './test-server.ts';

/** A client with the server that it asks. */
export interface TestClient extends TestHttp {
  readonly client: ServiceClient;
  readonly server: TestServer;
  /** The path and query of every request, in order: `GET /vms?limit=500&offset=0`. */
  asked(): string[];
  /** The bearer of every request, in order. */
  bearers(): (string | undefined)[];
}

/** Left out: the real clock, a minute of patience, the usual bounds. */
export interface TestClientOptions {
  readonly clock?: Clock;
  readonly patienceMs?: number;
  readonly bounds?: Partial<HttpBounds>;
  /** A session of login and refresh that begins with `access-0`; else an API key, `key-canary`. */
  readonly hasTokens?: boolean;
}

/** The client of one account over a real server. */
export async function startTestClient(
  handler: Handler,
  options: TestClientOptions = {},
): Promise<TestClient> {
  const clock = options.clock ?? systemClock;
  const server = await startTestServer(handler);
  const test = createTestHttp(server.base, options.bounds, clock);
  const session: Session = options.hasTokens
    ? createTokenSession(
        {
          requestRefresh: (token) => refreshTokens(test.http, token),
          loadRefreshToken: async () => new Secret('refresh-0'),
          saveRefreshToken: async () => {},
          withFileLock: (run) => run(),
          clock,
          log: test.log,
        },
        { access: new Secret('access-0'), refresh: null, expiresInMs: null },
      )
    : createKeySession(new Secret('key-canary'));
  const client = createServiceClient({
    http: test.http,
    session,
    clock,
    patienceMs: options.patienceMs ?? 60_000,
  });
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

/** A VM record with the fields that are certain. */
export function vmRecord(index: number): { id: string; status: string } {
  return { id: `vm-${index}`, status: 'running' };
}

/** `vm-0` and so on. */
export function vmRecords(count: number): { id: string; status: string }[] {
  return Array.from({ length: count }, (_, index) => vmRecord(index));
}
