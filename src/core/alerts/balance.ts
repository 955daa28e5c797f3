import { findAccount } from '../../shared/state/index.ts';
import { balanceOf, timeLeft } from '../../shared/usage/index.ts';
import { accountFinding, type Rule, verdictBelow } from './evaluate.ts';

/** Compares a figure of the balance with its limit, for accounts whose service profile has a balance path. */
function balanceRule(
  kind: 'balanceLow' | 'balanceEnds',
  figureOf: (balance: ReturnType<typeof balanceOf>) => number | null,
): Rule {
  return {
    kind,
    scope: 'account',
    observe({ app, accountId }, limit) {
      const account = findAccount(app, accountId);
      if (account?.profile?.balance === undefined) return [];
      const balance = balanceOf(app, accountId);
      const value = figureOf(balance);
      if (value === null) return null;
      const verdict = verdictBelow(value, limit);
      return [accountFinding(account, { value, verdict, reason: timeLeft(balance) })];
    },
  };
}

export const balanceLow = balanceRule('balanceLow', ({ amount }) => amount);

/** The balance of an account ends sooner than the user's limit if the rate stays. */
export const balanceEnds = balanceRule('balanceEnds', ({ hoursLeft }) => hoursLeft);
