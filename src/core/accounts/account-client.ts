import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import {
  type BaseUrl,
  createHttp,
  createServiceClient,
  type Http,
  type HttpBounds,
  type ServiceClient,
  type Session,
} from '../service/index.ts';

/** How accounts reach their service. */
export interface NetworkPorts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly bounds?: Partial<HttpBounds>;
  /** ms that a walk over many pages may wait for the service's limit. */
  readonly patienceMs: number;
}

/** An account that can be asked. */
export interface AccountClient extends ServiceClient {
  /** Requests sent so far, refreshes of the session included. */
  requestCount(): number;
  /** Signed out or shut down: nothing that is still under way may bring the session back to life. */
  close(): void;
  /** Resolves when no refresh is under way; see `Session`. */
  settled(): Promise<void>;
}

/** @param createSession gets the account's own way to the service, for refreshes */
export function createAccountClient(
  base: BaseUrl,
  ports: NetworkPorts,
  createSession: (http: Http) => Session,
): AccountClient {
  const send = createHttp(base, ports);
  let requests = 0;
  const http: Http = (request) => {
    requests += 1;
    return send(request);
  };
  const session = createSession(http);
  const { clock, patienceMs } = ports;
  return {
    ...createServiceClient({ http, session, clock, patienceMs }),
    requestCount: () => requests,
    close: () => session.close(),
    settled: () => session.settled(),
  };
}
