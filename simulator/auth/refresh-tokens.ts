import { randomBytes } from 'node:crypto';
import type { Behavior } from '../options.ts';
import type { Account } from '../world/index.ts';

/** All refresh tokens of one login. */
interface Family {
  readonly account: Account;
  current: string;
  /** The token before the current one, while `grace` may still accept it. */
  previous: string | null;
  isRevoked: boolean;
}

/** Their lifetime is not documented; here they last until revoked. */
export interface RefreshTokens {
  /** Returns the first token of a new family. */
  open(account: Account): string;
  /** The token's account, even when the token is used up. */
  ownerOf(token: string): Account | null;
  /** Exchanges a token for the next one; null: not accepted. */
  redeem(
    token: string,
    rule: Pick<Behavior, 'refreshReuse'> & { readonly rotate: boolean },
  ): { readonly account: Account; readonly next: string } | null;
  /** Ends all families, or those of one account. */
  revoke(account: Account | null): void;
}

function newToken(): string {
  return `sim_refresh_${randomBytes(24).toString('base64url')}`;
}

/** Whether a used token is accepted; `revoke` ends its family. */
function isUsedTokenAccepted(
  family: Family,
  token: string,
  reuse: Behavior['refreshReuse'],
): boolean {
  switch (reuse) {
    case 'reject':
      return false;
    case 'grace':
      return token === family.previous;
    case 'revoke':
      family.isRevoked = true;
      return false;
  }
}

/** Keeps every issued token, so that a used one is recognized. */
export function createRefreshTokens(): RefreshTokens {
  const families = new Map<string, Family>();
  return {
    open(account) {
      const token = newToken();
      families.set(token, { account, current: token, previous: null, isRevoked: false });
      return token;
    },
    ownerOf: (token) => families.get(token)?.account ?? null,
    redeem(token, { refreshReuse, rotate }) {
      const family = families.get(token);
      if (!family || family.isRevoked) return null;
      const isCurrent = token === family.current;
      if (!isCurrent && !isUsedTokenAccepted(family, token, refreshReuse)) return null;
      if (rotate) {
        family.current = newToken();
        family.previous = isCurrent ? token : null;
        families.set(family.current, family);
      }
      return { account: family.account, next: family.current };
    },
    revoke(account) {
      for (const family of families.values()) {
        if (account === null || family.account === account) family.isRevoked = true;
      }
    },
  };
}
