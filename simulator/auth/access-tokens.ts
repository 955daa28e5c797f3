import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Account, World } from '../world/index.ts';

const claimsSchema = z.object({ serial: z.number(), sub: z.string() });
const ALGORITHM = 'HS256';

/** JWTs, signed with a key that lasts as long as the simulator runs. Their times are wall time. */
export interface AccessTokens {
  issue(account: Account, ttlSeconds: number): Promise<string>;
  /** Whose token it is, or null when it is forged, garbage or expired. */
  verify(token: string): Promise<Account | null>;
  /** Every token issued so far is expired from now on. */
  expireAll(): void;
}

/** Nothing is kept of a token but how many there were: whose it is stands in the token itself. */
export function createAccessTokens(world: World): AccessTokens {
  const key = randomBytes(32);
  let issued = 0;
  let expiredUpTo = 0;
  return {
    issue(account, ttlSeconds) {
      issued += 1;
      const now = Math.floor(world.clock.wall() / 1000);
      return new SignJWT({ serial: issued })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(account.userId))
        .setIssuedAt(now)
        .setExpirationTime(now + ttlSeconds)
        .sign(key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: new Date(world.clock.wall()),
        });
        const { serial, sub } = claimsSchema.parse(payload);
        if (serial <= expiredUpTo) return null;
        return world.accounts.find((each) => String(each.userId) === sub) ?? null;
      } catch {
        // Whatever is wrong with it, the answer is the same 401.
        return null;
      }
    },
    expireAll() {
      expiredUpTo = issued;
    },
  };
}
