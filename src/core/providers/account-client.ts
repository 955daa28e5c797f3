import { CAPABILITIES, type Capability } from '../../shared/accounts/index.ts';
import type { ServiceProfile } from '../../shared/domain/service-profile.ts';
import type { BaseUrl } from './http/base-url.ts';
import { createHttp, type Http, type HttpPorts } from './http/http.ts';
import type { IsOwnError } from './http/http-problem.ts';
import type { HttpAnswer, HttpRequest } from './http/request.ts';
import { createRequestPace, type RequestPace } from './http/request-pace.ts';
import type { ProviderClient, ProviderPorts } from './provider.ts';
import { type Session, sendBy } from './session.ts';

export interface NetworkPorts extends HttpPorts {
  /** Maximum time to read a list, ms, waits for the rate limit included. */
  readonly listMs: number;
}

type NoteProgress = NonNullable<ProviderPorts['noteProgress']>;

export interface AccountTarget<Client extends ProviderClient> {
  readonly base: BaseUrl;
  readonly open: (ports: ProviderPorts) => Client;
  readonly isOwnError?: IsOwnError;
  readonly profile?: ServiceProfile | null;
}

interface OpenAccount {
  /** Receives the account's HTTP, for refreshes. Null: there is no account, and requests have no credential. */
  readonly createSession: (http: Http) => Session | null;
  readonly pace?: RequestPace;
  /** For calls that change something; absent or null: the first session. */
  readonly writeSession?: () => Promise<Session | null>;
}

export type AccountClient = ReturnType<typeof createAccountClient<ProviderClient>>;

/** The only place that makes clients. */
export function createAccountClient<Client extends ProviderClient>(
  { base, open, isOwnError, profile = null }: AccountTarget<Client>,
  ports: NetworkPorts,
  { createSession, pace = createRequestPace(ports.clock), writeSession }: OpenAccount,
) {
  const { clock, listMs } = ports;
  const send = createHttp(base, { ...ports, isOwnError });
  let requests = 0;
  const http = pace.paced((request) => {
    requests += 1;
    return send(request);
  }, base.href);
  const session = createSession(http);
  const listeners = new Set<(answer: HttpAnswer) => void>();
  let noteProgress: NoteProgress = () => {};

  async function read(request: Omit<HttpRequest, 'method'>): Promise<HttpAnswer> {
    const method = request.body === undefined ? 'GET' : 'POST';
    const own = request.isPublic ? null : session;
    const answer = await sendBy(own, http, { ...request, method, isRead: true });
    for (const listener of listeners) listener(answer);
    return answer;
  }

  return {
    ...open({
      read,
      isPublic: session === null,
      write: async (request) => sendBy((await writeSession?.()) ?? session, http, request),
      pace,
      clock,
      listMs,
      noteProgress: (...of) => noteProgress(...of),
      profile,
    }),
    pace,
    /** Requests sent so far, including session refreshes. */
    requestCount: () => requests,
    /** Calls the listener with each answer to a reading call. @returns stops that */
    onAnswer(listener: (answer: HttpAnswer) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Calls the listener while a list of several pages is read. */
    onProgress(listener: NoteProgress): void {
      noteProgress = listener;
    },
    close: () => session?.close(),
    end: async () => session?.end(),
  };
}

export function capabilitiesOf(client: ProviderClient): readonly Capability[] {
  const calls = {
    ...client.operations,
    spend: client.currentSpend,
    usage: client.usage,
    balance: client.balance,
    rent: client.renting,
    addSshKey: client.renting?.addSshKey,
    stopFromInside: client.stopFromInside,
  } satisfies Partial<Record<Capability, unknown>>;
  return CAPABILITIES.filter((name) => calls[name] !== undefined);
}
