import { z } from 'zod';
import { type Clock, unlessAborted } from '../../clock.ts';
import { Secret } from '../../secret.ts';
import { tryJson } from '../../try-json.ts';
import { ServiceError } from '../http/service-error.ts';
import type { CredentialPorts } from '../provider.ts';
import type { Session } from '../session.ts';
import type { LoginTokens, Tokens } from './sign-in.ts';

/** The tokens of a login or a refresh. */
export type SessionTokens = LoginTokens & {
  /** Wall clock, ms since the epoch. */
  readonly receivedAt: number;
};

const storedSchema = z.lazy(() =>
  z.strictObject({
    refresh: z.string().min(1),
    access: z.string().min(1),
    receivedAt: z.int().positive(),
    lifetimeMs: z.number().positive(),
  }),
);

/** The tokens of a session as one credential, so that a keychain holds both or none. */
export function packTokens({ refresh, access, receivedAt, lifetimeMs }: SessionTokens): Secret {
  const tokens = { refresh: refresh.reveal(), access: access.reveal() };
  return new Secret(JSON.stringify({ ...tokens, receivedAt, lifetimeMs }));
}

/** Reads a stored credential, also one of an earlier version, which is the refresh token alone. */
export function unpackTokens(stored: Secret): SessionTokens | Pick<SessionTokens, 'refresh'> {
  const { data } = storedSchema.safeParse(tryJson(stored.reveal()));
  if (data === undefined) return { refresh: stored };
  return { ...data, refresh: new Secret(data.refresh), access: new Secret(data.access) };
}

export interface TokenSessionPorts extends CredentialPorts {
  readonly requestRefresh: (refreshToken: Secret) => Promise<Tokens>;
}

type Received = Omit<SessionTokens, 'refresh'> & { readonly receivedMonotonic: number };

/** True for the last minute of a token's life, or for the last tenth of a short one. */
function isAboutToExpire(
  { receivedAt, receivedMonotonic, lifetimeMs }: Received,
  clock: Clock,
): boolean {
  // The monotonic clock stops while Linux sleeps, and the wall clock can be set back: the larger age is closer to the truth.
  const age = Math.max(clock.monotonic() - receivedMonotonic, clock.now() - receivedAt);
  return age >= lifetimeMs - Math.min(60_000, lifetimeMs / 10);
}

const expired = () => new ServiceError({ kind: 'unauthorized', credential: 'session' });

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
    if (!(error instanceof ServiceError)) throw error;
    const { kind, detail } = error.problem;
    // The end of the session, unlike a 403, which may be that of a gateway.
    if (kind !== 'unauthorized' && kind !== 'invalid') throw error;
    await begun?.clear();
    throw new ServiceError({ kind: 'unauthorized', credential, detail });
  }
}

/** A session whose callers share one refresh. The rotated token is stored before they go on: reuse of the old one counts as theft. */
export function createTokenSession(ports: TokenSessionPorts): Session {
  let current: Received | null = null;
  let refreshing: Promise<Secret> | null = null;
  let isClosed = false;
  let hasEnded = false;
  /** A refresh was requested and is not over: the service may have rotated the token. */
  let isRotating = false;

  /** The access token stored by another process; null where it is the refused token, or may have expired. */
  function adopt(stored: ReturnType<typeof unpackTokens>, refused?: Secret): Secret | null {
    if (!('access' in stored) || (refused && stored.access.equals(refused))) return null;
    const age = ports.clock.now() - stored.receivedAt;
    const shared = { ...stored, receivedMonotonic: ports.clock.monotonic() - age };
    // Received in the future: the clock was set, and the age is unknown.
    if (age < 0 || isAboutToExpire(shared, ports.clock)) return null;
    current = shared;
    return stored.access;
  }

  function requireOpen(): void {
    if (isClosed) throw expired();
  }

  async function refresh(refused: Secret | undefined): Promise<Secret> {
    return ports.withFileLock(async () => {
      requireOpen();
      const stored = unpackTokens(await ports.load());
      // After a sign-out the stored token belongs to the next sign-in, which would lose it to a rotation.
      requireOpen();
      if (hasEnded) throw new DOMException('The session has ended.', 'AbortError');
      const shared = adopt(stored, refused);
      if (shared !== null) return shared;
      isRotating = true;
      const tokens = await requestTokens(ports, stored.refresh);
      // Also of a closed session: the service may accept no other token. A sign-out waits for the lock, and deletes it.
      const next = { ...tokens, receivedAt: ports.clock.now() };
      const receivedMonotonic = ports.clock.monotonic();
      await ports.save(packTokens(next));
      await ports.begun?.clear();
      requireOpen();
      ports.log.info('session.refreshed', { rotated: !tokens.refresh.equals(stored.refresh) });
      current = { ...next, receivedMonotonic };
      return next.access;
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
      if (current && !isAboutToExpire(current, ports.clock)) return current.access;
      return refreshOnce(signal);
    },
    async replace(used, signal) {
      // The 401 of a slow request may concern a token that has been replaced since.
      if (current && !current.access.equals(used)) return current.access;
      return refreshOnce(signal, used);
    },
    close() {
      isClosed = true;
      current = null;
    },
    async end() {
      hasEnded = true;
      if (isRotating) await refreshing?.catch(() => {});
    },
  };
}
