import { randomBytes } from 'node:crypto';
import type { Options } from '../options.ts';
import type { Account } from '../world/accounts.ts';

/** All refresh tokens of one login. */
interface Family {
  readonly account: Account;
  current: string;
  /** The token before the current one, while `grace` may still accept it. */
  previous: string | null;
  isRevoked: boolean;
}

const newToken = () => `sim_refresh_${randomBytes(24).toString('base64url')}`;

/** Keeps every issued token, so that a used one is recognized. Their lifetime is not documented: until revoked. */
export function createRefreshTokens() {
  const families = new Map<string, Family>();
  return {
    open(account: Account): string {
      const token = newToken();
      families.set(token, { account, current: token, previous: null, isRevoked: false });
      return token;
    },
    /** Exchanges a token for the next one; null: not accepted. */
    redeem(token: string, refreshReuse: Options['refreshReuse']) {
      const family = families.get(token);
      if (!family || family.isRevoked) return null;
      const isCurrent = token === family.current;
      family.isRevoked = !isCurrent && refreshReuse === 'revoke';
      const isGrace = refreshReuse === 'grace' && token === family.previous;
      if (!isCurrent && !isGrace) return null;
      family.current = newToken();
      family.previous = isCurrent ? token : null;
      families.set(family.current, family);
      return { account: family.account, next: family.current };
    },
    revokeAll(): void {
      for (const family of families.values()) family.isRevoked = true;
    },
  };
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;
