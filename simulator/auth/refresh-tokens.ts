import { randomBytes } from 'node:crypto';
import type { Behaviour } from '../options.ts';
import type { Account } from '../world/index.ts';

/** All refresh tokens that go back to one login. */
interface Family {
  readonly account: Account;
  current: string;
  /** The token before the current one, as long as it may still be forgiven. */
  previous: string | null;
  dead: boolean;
}

/** Refresh tokens by family. Their lifetime is not documented; here they last until they are revoked. */
export interface RefreshTokens {
  /** The first token of a new family. */
  open(account: Account): string;
  /** Whose token it is or was, whether or not it is still good. */
  ownerOf(token: string): Account | null;
  /** Trades a token in for the one to use next, or null when it is not accepted. */
  redeem(
    token: string,
    rule: Pick<Behaviour, 'refreshReuse'> & { readonly rotate: boolean },
  ): { readonly account: Account; readonly next: string } | null;
  /** Ends all families, or those of one account. */
  revoke(account: Account | null): void;
}

function newToken(): string {
  return `sim_refresh_${randomBytes(24).toString('base64url')}`;
}

/** Whether a token that is not the current one passes; ends the family when the rule says so. */
function forgiven(family: Family, token: string, reuse: Behaviour['refreshReuse']): boolean {
  switch (reuse) {
    case 'reject':
      return false;
    case 'grace':
      return token === family.previous;
    case 'revoke':
      family.dead = true;
      return false;
  }
}

/** Keeps every token it ever handed out, so that a used one is known when it comes back. */
export function createRefreshTokens(): RefreshTokens {
  const families = new Map<string, Family>();
  return {
    open(account) {
      const token = newToken();
      families.set(token, { account, current: token, previous: null, dead: false });
      return token;
    },
    ownerOf: (token) => families.get(token)?.account ?? null,
    redeem(token, { refreshReuse, rotate }) {
      const family = families.get(token);
      if (!family || family.dead) return null;
      const isCurrent = token === family.current;
      if (!isCurrent && !forgiven(family, token, refreshReuse)) return null;
      if (rotate) {
        family.current = newToken();
        family.previous = isCurrent ? token : null;
        families.set(family.current, family);
      }
      return { account: family.account, next: family.current };
    },
    revoke(account) {
      for (const family of families.values()) {
        if (account === null || family.account === account) family.dead = true;
      }
    },
  };
}
