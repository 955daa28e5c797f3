import { utcDay } from '../../shared/format/index.ts';
import { PROVIDERS } from '../../shared/providers/providers.ts';
import { type AppState, findAccount } from '../../shared/state/index.ts';
import { costToday } from '../../shared/usage/app-totals.ts';
import { balanceOf, timeLeft } from '../../shared/usage/balance.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import { comparedTotal, monthForecast as forecastOf } from '../../shared/usage/outlook.ts';
import type { RunningCost } from '../../shared/usage/usage-slice.ts';
import { ALL_ACCOUNTS, accountFinding, type Finding, type Rule, verdictOf } from './evaluate.ts';

/** The cost of one day or month, each a subject of its own. @param period such as `2026-11` @param value $; null: unknown */
function findCost(
  app: AppState,
  { isAtLeast: isLowerBound = false }: RunningCost,
  period: string,
  value: number | null,
  limit: number,
): readonly Finding[] {
  // Without a rate, a cost that lacks the last hours says nothing about the limit.
  const isKnown = value !== null && comparedTotal(figuresOf(app)) !== null;
  const verdict = isKnown ? verdictOf(value, limit) : 'unknown';
  return [{ ...ALL_ACCOUNTS, key: period, value, isLowerBound, verdict }];
}

/** The cost of today (UTC) is above the user's limit. */
export const spendToday: Rule = {
  kind: 'spendToday',
  scope: 'all',
  observe({ app, now }, limit) {
    const { today } = app.costs;
    return findCost(app, today, utcDay(now), costToday(today, now), limit);
  },
};

/** The cost of this month (UTC) will be above the user's limit if the rate stays. */
export const monthForecast: Rule = {
  kind: 'monthForecast',
  scope: 'all',
  observe({ app, now }, limit) {
    const { month } = app.costs;
    const value = forecastOf(month, comparedTotal(figuresOf(app)), now);
    return findCost(app, month, utcDay(now).slice(0, 7), value, limit);
  },
};

/** Compares a figure of the balance with its limit, for accounts whose provider tells the balance. */
function balanceRule(
  kind: 'balanceLow' | 'balanceEnds',
  figureOf: (balance: ReturnType<typeof balanceOf>) => number | null,
): Rule {
  return {
    kind,
    scope: 'account',
    observe({ app, accountId }, limit) {
      const account = findAccount(app, accountId);
      if (account?.can.includes('balance') !== true) return [];
      const balance = balanceOf(app, accountId);
      const value = figureOf(balance);
      if (value === null) return null;
      // A balance is low while its limit exceeds it.
      const verdict = verdictOf(limit, value);
      const { atZero } = PROVIDERS[account.provider];
      const reason = [timeLeft(balance), atZero].filter((part) => part !== null).join('. ');
      return [
        accountFinding(
          { app, accountId },
          { value, verdict, reason: reason === '' ? null : reason },
        ),
      ];
    },
  };
}

export const balanceLow = balanceRule('balanceLow', ({ amount }) => amount);

/** The balance of an account ends sooner than the user's limit if the rate stays. */
export const balanceEnds = balanceRule('balanceEnds', ({ hoursLeft }) => hoursLeft);
