import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import {
  type BaseUrl,
  createHttp,
  createRequestPace,
  createServiceClient,
  type Fetch,
  type Http,
  type HttpBounds,
  type RequestPace,
  type ServiceClient,
  type Session,
} from '../service/index.ts';

/** What accounts need to reach their service. */
export interface NetworkPorts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly bounds?: Partial<HttpBounds>;
  /** ms that reading a list may take, waits for the rate limit included. */
  readonly listMs: number;
}

/** The service client of one account. */
export interface AccountClient extends ServiceClient {
  readonly pace: RequestPace;
  /** Requests sent so far, including session refreshes. */
  requestCount(): number;
  /** Signed out or shut down: a refresh in progress must not revive the session. */
  close(): void;
  /** Requests no further refresh, and resolves when a requested one is stored; see `Session`. */
  end(): Promise<void>;
}

/**
 * @param createSession receives the account's HTTP, for refreshes
 * @param pace of the account, where it was open before
 * @param writeSession of calls that change something; null, or absent: the same
 */
export function createAccountClient(
  base: BaseUrl,
  ports: NetworkPorts,
  createSession: (http: Http) => Session,
  pace: RequestPace = createRequestPace(ports.clock),
  writeSession?: () => Promise<Session | null>,
): AccountClient {
  const send = createHttp(base, ports);
  let requests = 0;
  const http = pace.paced((request) => {
    requests += 1;
    return send(request);
  });
  const session = createSession(http);
  const { clock, listMs } = ports;
  return {
    ...createServiceClient({ http, session, writeSession, pace, clock, listMs }),
    pace,
    requestCount: () => requests,
    close: () => session.close(),
    end: () => session.end(),
  };
}
