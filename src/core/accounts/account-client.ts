import {
  type BaseUrl,
  createHttp,
  createRequestPace,
  createServiceClient,
  type Http,
  type HttpPorts,
  type RequestPace,
  type Session,
} from '../service/index.ts';

export interface NetworkPorts extends HttpPorts {
  /** Maximum time to read a list, ms, waits for the rate limit included. */
  readonly listMs: number;
}

export type AccountClient = ReturnType<typeof createAccountClient>;

/**
 * @param createSession receives the account's HTTP, for refreshes
 * @param pace of the account, where it was open before
 * @param writeSession for calls that change something; absent or null: the first session
 */
export function createAccountClient(
  base: BaseUrl,
  ports: NetworkPorts,
  createSession: (http: Http) => Session,
  pace: RequestPace = createRequestPace(ports.clock),
  writeSession?: () => Promise<Session | null>,
) {
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
    /** Requests sent so far, including session refreshes. */
    requestCount: () => requests,
    /** As in `Session`. */
    close: () => session.close(),
    end: () => session.end(),
  };
}
