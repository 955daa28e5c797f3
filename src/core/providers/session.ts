import { unlessAborted } from '../clock.ts';
import { Secret } from '../secret.ts';
import type { Http } from './http/http.ts';
import type { HttpAnswer, HttpRequest } from './http/request.ts';
import { ServiceError, unsent } from './http/service-error.ts';

export interface Session {
  readonly credential: 'apiKey' | 'writeKey' | 'accessToken';
  /** The bearer to send; refreshed first when it is about to expire. */
  bearer(signal?: AbortSignal): Promise<Secret>;
  /** The bearer after a 401 to `used`; null: none. @throws ServiceError `unauthorized`: the refresh was refused */
  replace(used: Secret, signal?: AbortSignal): Promise<Secret | null>;
  /** Signed out: a refresh in progress must not revive the session. */
  close(): void;
  /** Requests no further refresh, and resolves when a requested one is stored: an exit before would sign the user out. */
  end(): Promise<void>;
}

/** A session with a key, or a key that is read when first needed, and again after a 401: the key may have been replaced. */
export function createKeySession(
  source: Secret | (() => Promise<Secret>),
  credential: 'apiKey' | 'writeKey' = 'apiKey',
): Session {
  let key = source instanceof Secret ? source : null;
  let loading: Promise<Secret> | null = null;
  let isClosed = false;

  async function read(): Promise<Secret> {
    const found = isClosed || source instanceof Secret ? key : await source();
    // It may have been closed meanwhile.
    if (isClosed || found === null) throw new ServiceError({ kind: 'unauthorized', credential });
    key = found;
    return found;
  }

  /** Shared by all callers: a read may open a prompt, and takes its whole deadline on a frozen keychain. */
  function load(signal: AbortSignal | undefined): Promise<Secret> {
    loading ??= read().finally(() => {
      loading = null;
    });
    return unlessAborted(loading, signal);
  }

  return {
    credential,
    bearer: async (signal) => key ?? load(signal),
    async replace(used, signal) {
      const found = await load(signal);
      return found.equals(used) ? null : found;
    },
    close() {
      isClosed = true;
      key = null;
    },
    end: async () => {},
  };
}

function asUnsent(error: unknown): never {
  throw error instanceof ServiceError ? unsent(error.problem) : error;
}

/** Sends a request, but for an order once more after a 401 with another bearer. @param session null: without a credential */
export async function sendBy(
  session: Session | null,
  http: Http,
  request: HttpRequest,
): Promise<HttpAnswer> {
  if (session === null) return http(request);
  const send = (bearer: Secret) => http({ ...request, credential: session.credential, bearer });
  const bearer = await session.bearer(request.signal).catch(asUnsent);
  try {
    return await send(bearer);
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.problem.kind === 'unauthorized';
    const other =
      isRefused && !request.createdIn ? await session.replace(bearer, request.signal) : null;
    if (other === null) throw error;
    return send(other);
  }
}
