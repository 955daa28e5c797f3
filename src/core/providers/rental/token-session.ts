import { type Clock, unlessAborted } from '../../clock.ts';
import type { Secret } from '../../secret.ts';
import { ServiceError } from '../http/service-error.ts';
import type { CredentialPorts } from '../provider.ts';
import type { Session } from '../session.ts';
import type { LoginTokens, Tokens } from './sign-in.ts';

interface StoredAccess {
  readonly token: Secret;
  /** Wall clock, ms since the epoch. */
  readonly receivedAt: number;
  readonly lifetimeMs: number;
}

export interface StoredTokens {
  readonly refresh: Secret;
  /** Null: an earlier version stored the refresh token alone. */
  readonly access: StoredAccess | null;
}

export interface TokenSessionPorts extends CredentialPorts<StoredTokens> {
  readonly requestRefresh: (refreshToken: Secret) => Promise<Tokens>;
}

interface Access extends StoredAccess {
  readonly receivedMonotonic: number;
}

/** The tokens of a login or a refresh, to be stored. @param now ms since the epoch */
export function storedTokens({ access, refresh, lifetimeMs }: LoginTokens, now: number) {
  return { refresh, access: { token: access, receivedAt: now, lifetimeMs } };
}

/** True for the last minute of a token's life, or for the last tenth of a short one. */
function isAboutToExpire(access: Access, clock: Clock): boolean {
  // The monotonic clock stops while Linux sleeps, and the wall clock can be set back: the larger age is closer to the truth.
  const age = Math.max(
    clock.monotonic() - access.receivedMonotonic,
    clock.now() - access.receivedAt,
  );
  return age >= access.lifetimeMs - Math.min(60_000, access.lifetimeMs / 10);
}

const expired = () => new ServiceError({ kind: 'unauthorized', credential: 'session' });

/** A refused refresh as the end of the session, with what the service said; null: another error. */
function refusalOf(error: unknown, credential: 'session' | 'lostSession'): ServiceError | null {
  if (!(error instanceof ServiceError)) return null;
  const { kind, detail } = error.problem;
  // A 403 may be that of a gateway.
  if (kind !== 'unauthorized' && kind !== 'invalid') return null;
  return new ServiceError({ kind: 'unauthorized', credential, detail });
}

/** Refreshes with the stored token, which no other process can replace meanwhile: the account is locked. */
async function requestTokens(
  { begun, requestRefresh }: TokenSessionPorts,
  stored: Secret,
): Promise<LoginTokens> {
  const credential = (await begun?.set()) ? 'lostSession' : 'session';
  try {
    const tokens = await requestRefresh(stored);
    return { ...tokens, refresh: tokens.refresh ?? stored };
  } catch (error) {
    const refusal = refusalOf(error, credential);
    if (refusal !== null) await begun?.clear();
    throw refusal ?? error;
  }
}

/** A session whose callers share one refresh. The rotated token is stored before they go on: reuse of the old one counts as theft. */
export function createTokenSession(ports: TokenSessionPorts): Session {
  let access: Access | null = null;
  let refreshing: Promise<Secret> | null = null;
  let isClosed = false;
  let hasEnded = false;
  /** A refresh was requested and is not over: the service may have rotated the token. */
  let isRotating = false;

  /** The access token stored by another process; null where it is the refused token, or may have expired. */
  function adopt({ access: found }: StoredTokens, refused: Secret | undefined): Secret | null {
    if (found === null || (refused && found.token.equals(refused))) return null;
    const age = ports.clock.now() - found.receivedAt;
    const receivedMonotonic = ports.clock.monotonic() - age;
    const shared = { ...found, receivedMonotonic };
    // Received in the future: the clock was set, and the age is unknown.
    if (age < 0 || isAboutToExpire(shared, ports.clock)) return null;
    access = shared;
    return found.token;
  }

  function requireOpen(): void {
    if (isClosed) throw expired();
  }

  async function refresh(refused: Secret | undefined): Promise<Secret> {
    return ports.withFileLock(async () => {
      requireOpen();
      const stored = await ports.load();
      // After a sign-out the stored token belongs to the next sign-in, which would lose it to a rotation.
      requireOpen();
      if (hasEnded) throw new DOMException('The session has ended.', 'AbortError');
      const shared = adopt(stored, refused);
      if (shared !== null) return shared;
      isRotating = true;
      const tokens = await requestTokens(ports, stored.refresh);
      // Also of a closed session: the service may accept no other token. A sign-out waits for the lock, and deletes it.
      const next = storedTokens(tokens, ports.clock.now());
      const receivedMonotonic = ports.clock.monotonic();
      await ports.save(next);
      await ports.begun?.clear();
      requireOpen();
      ports.log.info('session.refreshed', { rotated: !tokens.refresh.equals(stored.refresh) });
      access = { ...next.access, receivedMonotonic };
      return access.token;
    });
  }

  /** An aborted caller rejects; the shared refresh continues for the others. */
  function refreshOnce(signal?: AbortSignal, refused?: Secret): Promise<Secret> {
    if (isClosed) return Promise.reject(expired());
    refreshing ??= refresh(refused).finally(() => {
      refreshing = null;
      isRotating = false;
    });
    return unlessAborted(refreshing, signal);
  }

  return {
    credential: 'accessToken',
    async bearer(signal) {
      requireOpen();
      if (access && !isAboutToExpire(access, ports.clock)) return access.token;
      return refreshOnce(signal);
    },
    async replace(used, signal) {
      // The 401 of a slow request may concern a token that has been replaced since.
      if (access && !access.token.equals(used)) return access.token;
      return refreshOnce(signal, used);
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
