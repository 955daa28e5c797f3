import { type Clock, unlessAborted } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Secret } from '../secret.ts';
import { ServiceError } from './service-error.ts';
import type { Tokens } from './sign-in.ts';

/** Provides the bearer of an account's requests. */
export interface Session {
  readonly credential: 'apiKey' | 'writeKey' | 'session';
  /** The bearer to send; refreshed first when it is about to expire. */
  bearer(signal?: AbortSignal): Promise<Secret>;
  /**
   * Another bearer, after a 401 to a request sent with `used`; null: there is none.
   * @throws ServiceError `unauthorized`: the refresh was refused, sign in again
   */
  replace(used: Secret, signal?: AbortSignal): Promise<Secret | null>;
  /** Signed out: a refresh in progress must not revive the session. */
  close(): void;
  /**
   * Requests no further refresh, and resolves when the token of a requested one is stored. Await it before exiting: a rotated
   * token that is not stored signs the user out. A keychain that still prompts for the current token delays nothing.
   */
  end(): Promise<void>;
}

/** A session with an API key, which cannot be refreshed. */
export function createKeySession(key: Secret): Session {
  return {
    credential: 'apiKey',
    bearer: async () => key,
    replace: async () => null,
    close: () => {},
    end: async () => {},
  };
}

/** What a token session needs. */
export interface TokenSessionPorts {
  /** `POST /auth/refresh`. */
  readonly requestRefresh: (refreshToken: Secret) => Promise<Tokens>;
  /** The stored refresh token. Called for each refresh, since another process may have rotated it. */
  readonly loadRefreshToken: () => Promise<Secret>;
  /** Stores the rotated token. Must not reject where that would lose the session. */
  readonly saveRefreshToken: (refreshToken: Secret) => Promise<void>;
  /**
   * Remembers across the end of the process that a refresh has begun. A rotated token that never arrived or was not stored is
   * lost, as when Windows logs off, which ends us without notice. Absent: the session is not stored.
   */
  readonly begun?: {
    /** Resolves to whether it was set before: the last refresh did not end. Must not reject. */
    set(): Promise<boolean>;
    clear(): Promise<void>;
  };
  /** Prevents two processes from refreshing one account at the same time. */
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

/** The documented lifetime of an access token, for a response without `expires_in`. */
const DOCUMENTED_LIFETIME_MS = 3_600_000;

/** True for the last minute of a token's life, or for the last tenth of a short one. */
function isAboutToExpire(access: Access, clock: Clock): boolean {
  // The monotonic clock stops while Linux sleeps, and the wall clock can be set back: the larger age is closer to the truth.
  const age = Math.max(
    clock.monotonic() - access.receivedMonotonic,
    clock.now() - access.receivedWall,
  );
  return age >= access.lifetimeMs - Math.min(60_000, access.lifetimeMs / 10);
}

const expired = () => new ServiceError({ kind: 'unauthorized', credential: 'session' });

/** A refused refresh as the end of the session, with what the service said; null: another error. */
function refusalOf(error: unknown, credential: 'session' | 'lostSession'): ServiceError | null {
  if (!(error instanceof ServiceError)) return null;
  const { problem } = error;
  const { kind } = problem;
  if (kind !== 'unauthorized' && kind !== 'forbidden' && kind !== 'invalid') return null;
  const { detail = null } = problem;
  return new ServiceError({ kind: 'unauthorized', credential, ...(detail !== null && { detail }) });
}

/**
 * A session with an access token and a refresh token. All callers share one refresh, and the rotated refresh token is stored
 * before one of them continues, because a service with rotation treats reuse of the old refresh token as theft.
 * @param first the tokens of the login that starts this session
 */
export function createTokenSession(ports: TokenSessionPorts, first?: Tokens): Session {
  let access: Access | null = null;
  let refreshing: Promise<Secret> | null = null;
  let isClosed = false;
  let hasEnded = false;
  /** A refresh was requested and is not over: the service may have rotated the token. */
  let isRotating = false;

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
    if (isClosed) throw expired();
  }

  /** After a sign-out the stored token belongs to the next sign-in, which would lose it to a rotation. */
  async function storedToken(): Promise<Secret> {
    requireOpen();
    const stored = await ports.loadRefreshToken();
    requireOpen();
    if (hasEnded && !isRotating) throw new DOMException('The session has ended.', 'AbortError');
    return stored;
  }

  /** Refreshes with the stored token, and once more if it was refused while another process stored a newer one. */
  async function requestTokens(): Promise<Tokens> {
    const stored = await storedToken();
    isRotating = true;
    const credential = (await ports.begun?.set()) ? 'lostSession' : 'session';
    const end = async (refusal: ServiceError) => {
      await ports.begun?.clear();
      throw refusal;
    };
    try {
      return await ports.requestRefresh(stored);
    } catch (error) {
      const refusal = refusalOf(error, credential);
      if (refusal === null) throw error;
      const newer = await storedToken();
      if (newer.equals(stored)) return end(refusal);
      return await ports.requestRefresh(newer).catch((again: unknown) => {
        const refused = refusalOf(again, credential);
        if (refused === null) throw again;
        return end(refused);
      });
    }
  }

  async function refresh(): Promise<Secret> {
    return ports.withFileLock(async () => {
      const tokens = await requestTokens();
      requireOpen();
      if (tokens.refresh) await ports.saveRefreshToken(tokens.refresh);
      await ports.begun?.clear();
      requireOpen();
      ports.log.info('session.refreshed', { rotated: tokens.refresh !== null });
      return keep(tokens);
    });
  }

  /** An aborted caller rejects; the shared refresh continues for the others. */
  function refreshOnce(signal?: AbortSignal): Promise<Secret> {
    if (isClosed) return Promise.reject(expired());
    refreshing ??= refresh().finally(() => {
      refreshing = null;
      isRotating = false;
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
      // The 401 of a slow request may concern a token that has been replaced since.
      if (access && !access.token.equals(used)) return access.token;
      return refreshOnce(signal);
    },
    close() {
      isClosed = true;
      access = null;
    },
    async end() {
      hasEnded = true;
      if (isRotating) await refreshing?.catch(() => {});
    },
  };
}
