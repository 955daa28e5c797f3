import { randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type Account, API_KEY_PREFIX } from '../world/accounts.ts';
import type { World } from '../world/lifecycle.ts';
import type { Scope } from '../world/vm.ts';

const ALGORITHM = 'HS256';

/** JWTs signed with a key of this simulator. Their times are wall time. */
export function createAccessTokens(world: World) {
  let key = randomBytes(32);
  return {
    issue(account: Account, ttlSeconds: number): Promise<string> {
      const now = Math.floor(world.clock.wall() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setJti(randomUUID())
        .setSubject(String(account.userId))
        .setIssuedAt(now)
        .setExpirationTime(now + ttlSeconds)
        .sign(key);
    },
    /** The token's account; null when it is malformed, forged or expired. */
    async verify(token: string): Promise<Account | null> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: new Date(world.clock.wall()),
        });
        return world.accounts.find(({ userId }) => String(userId) === payload.sub) ?? null;
      } catch {
        // Every invalid token gets the same 401.
        return null;
      }
    },
    expireAll(): void {
      key = randomBytes(32);
    },
  };
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

export type Caller = Readonly<NonNullable<ReturnType<typeof keyHolder>>>;

const BEARER = /^Bearer +(\S+) *$/i;

const SCOPES = ['read_write', 'read_only', 'billing_only'] as const satisfies readonly Scope[];

function keyHolder({ accounts }: World, key: string) {
  const callers = accounts.flatMap((account) => SCOPES.map((scope) => ({ account, scope })));
  return callers.find(({ account, scope }) => account.credentials.apiKeys[scope] === key) ?? null;
}

/** The caller of an Authorization header; null when it is missing or invalid. Access tokens have every scope. */
export async function identify(
  world: World,
  accessTokens: AccessTokens,
  header: string | undefined,
): Promise<Caller | null> {
  const credential = BEARER.exec(header ?? '')?.[1];
  if (credential === undefined) return null;
  if (credential.startsWith(API_KEY_PREFIX)) return keyHolder(world, credential);
  const account = await accessTokens.verify(credential);
  return account === null ? null : { account, scope: 'read_write' };
}

export type Permission = 'view-vms' | 'change-vms' | 'view-billing';

/** The document's summary per scope, applied to its endpoints. */
const PERMISSIONS: Readonly<Record<Scope, readonly Permission[]>> = {
  read_write: ['view-vms', 'change-vms', 'view-billing'],
  read_only: ['view-vms', 'view-billing'],
  billing_only: ['view-billing'],
};

export const permits = (scope: Scope, permission: Permission) =>
  PERMISSIONS[scope].includes(permission);
