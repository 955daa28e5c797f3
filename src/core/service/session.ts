import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import { ServiceError } from './service-error.ts';
import type { Tokens } from './wire/index.ts';

/** What a request is authorised with, whatever kind of credential stands behind it. */
export interface Session {
  readonly credential: 'apiKey' | 'session';
  /** The bearer to send now; refreshes first when it is about to expire. */
  bearer(signal?: AbortSignal): Promise<Secret>;
  /**
   * After a 401 to a request that was sent with `used`: the bearer to try once more with.
   * @throws ServiceError `unauthorized` when there is none: sign in again
   */
  replace(used: Secret, signal?: AbortSignal): Promise<Secret>;
  /** Signed out: whatever is still under way must not bring the session back to life. */
  close(): void;
  /**
   * Resolves when no refresh is under way. To be waited for before the program ends: the service has rotated the token by
   * then, and one that is not stored signs its user out.
   */
  settled(): Promise<void>;
}

const refused = (credential: 'apiKey' | 'session' = 'session') =>
  new ServiceError({ kind: 'unauthorized', credential });

/** An API key is its own bearer, and a refused one stays refused. */
export function createKeySession(key: Secret): Session {
  return {
    credential: 'apiKey',
    bearer: async () => key,
    replace: async () => {
      throw refused('apiKey');
    },
    close: () => {},
    settled: async () => {},
  };
}

/** What a session of login and refresh stands on: the service, the vault, and a lock among processes. */
export interface TokenSessionPorts {
  /** `POST /auth/refresh`. */
  readonly requestRefresh: (refreshToken: Secret) => Promise<Tokens>;
  /** The stored refresh token, asked anew each time: another process may have rotated it. */
  readonly loadRefreshToken: () => Promise<Secret>;
  /** Keeps the rotated token. Ends when it is safe, never in an error that would cost the session. */
  readonly saveRefreshToken: (refreshToken: Secret) => Promise<void>;
  /** Runs a refresh while no other process does one for this account. */
  readonly withFileLock: <T>(run: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Access {
  readonly token: Secret;
  readonly lifetimeMs: number;
  readonly receivedMonotonic: number;
  readonly receivedWall: number;
}

/** `service-api.md`: an access token is valid for 1 hour. Taken where `expires_in` is missing. */
const DOCUMENTED_LIFETIME_MS = 3_600_000;

/** How long before its end a token is no longer used: a minute, or a tenth of a short life. */
function isAboutToExpire(access: Access, clock: Clock): boolean {
  // The monotonic clock stands still while Linux sleeps and the wall clock can be set: whichever ran further is nearer the truth.
  const age = Math.max(
    clock.monotonic() - access.receivedMonotonic,
    clock.now() - access.receivedWall,
  );
  return age >= access.lifetimeMs - Math.min(60_000, access.lifetimeMs / 10);
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { kind } = error.problem;
  return kind === 'unauthorized' || kind === 'forbidden' || kind === 'invalid';
}

/** Rejects as soon as the caller's signal aborts; the shared work goes on for the others. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * A session of login and refresh. However many callers, one refresh is under way at a time; the rotated refresh token is
 * stored before any of them goes on, because a service that rotates takes the old one for a theft.
 * @param first the answer of the login, when this session begins with one
 */
export function createTokenSession(ports: TokenSessionPorts, first?: Tokens): Session {
  let access: Access | null = null;
  let refreshing: Promise<Secret> | null = null;
  let isClosed = false;

  function keep(tokens: Tokens): Secret {
    access = {
      token: tokens.access,
      lifetimeMs: tokens.expiresInMs ?? DOCUMENTED_LIFETIME_MS,
      receivedMonotonic: ports.clock.monotonic(),
      receivedWall: ports.clock.now(),
    };
    return tokens.access;
  }
  if (first) keep(first);

  function requireOpen(): void {
    if (isClosed) throw refused();
  }

  /** What is stored after a sign-out belongs to the next sign-in: using it would rotate it away from there. */
  async function storedToken(): Promise<Secret> {
    requireOpen();
    const stored = await ports.loadRefreshToken();
    requireOpen();
    return stored;
  }

  /** Asks with the stored token; if that is refused while another process stored a newer one, with the newer one. */
  async function requestTokens(): Promise<Tokens> {
    const stored = await storedToken();
    try {
      return await ports.requestRefresh(stored);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const newer = await storedToken();
      if (newer.equals(stored)) throw refused();
      return await ports.requestRefresh(newer).catch((again: unknown) => {
        throw isRefusal(again) ? refused() : again;
      });
    }
  }

  async function refresh(): Promise<Secret> {
    return ports.withFileLock(async () => {
      const tokens = await requestTokens();
      requireOpen();
      if (tokens.refresh) await ports.saveRefreshToken(tokens.refresh);
      requireOpen();
      ports.log.info('session.refreshed', { rotated: tokens.refresh !== null });
      return keep(tokens);
    });
  }

  function refreshOnce(signal?: AbortSignal): Promise<Secret> {
    if (isClosed) return Promise.reject(refused());
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    return unlessAborted(refreshing, signal);
  }

  return {
    credential: 'session',
    async bearer(signal) {
      requireOpen();
      if (access && !isAboutToExpire(access, ports.clock)) return access.token;
      return refreshOnce(signal);
    },
    async replace(used, signal) {
      // A slow request may come back with a 401 for a token that has been replaced long since.
      if (access && !access.token.equals(used)) return access.token;
      return refreshOnce(signal);
    },
    close() {
      isClosed = true;
      access = null;
    },
    async settled() {
      await refreshing?.catch(() => {});
    },
  };
}
