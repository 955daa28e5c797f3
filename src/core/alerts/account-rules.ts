import {
  type AccountState,
  accountProblem,
  accountStatus,
  highestReason,
  vmsOf,
} from '../../shared/domain/account-state.ts';
import { sumRates } from '../../shared/domain/billing.ts';
import { describePollingProblem } from '../../shared/domain/problem-text.ts';
import { lastPhase } from '../../shared/domain/vm.ts';
import { clipped, MINUTE_MS } from '../../shared/format/index.ts';
import { PROVIDERS } from '../../shared/providers/providers.ts';
import { type AppState, findAccount } from '../../shared/state/index.ts';
import { costIn, periodAt } from '../../shared/usage/app-totals.ts';
import { balanceOf, timeLeft } from '../../shared/usage/balance.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import { monthForecast as forecastOf } from '../../shared/usage/outlook.ts';
import type { Costs } from '../../shared/usage/usage-slice.ts';
import { ALL_ACCOUNTS, accountFinding, type Rule, type Verdict, verdictOf } from './evaluate.ts';

/** Whether a VM runs that is not in the sum of its account. */
const lacksVm = (state: AccountState) =>
  state.spend.value?.isAtLeast === true &&
  vmsOf(state).some((vm) => lastPhase(vm) === 'running' && vm.rates.now === null);

export const hourlyRate: Rule = ({ app }, limit) => {
  const figures = figuresOf(app);
  const rate = figures.ratePerHour;
  const known = figures.spends.flatMap((spend) => spend?.perHour ?? []);
  const states = Object.values(app.snapshots);
  const isUnknown = rate === null || states.some(lacksVm);
  const value = rate ?? sumRates(known) ?? 0;
  const verdict = verdictOf(value, limit, isUnknown);
  const highest = highestReason(verdict === 'over' ? states : []);
  // Costs that are never in the rate must not keep the alert open for ever.
  const isLowerBound = isUnknown || figures.isAtLeast;
  return [{ ...ALL_ACCOUNTS, key: '', value, isLowerBound, verdict, ...highest }];
};

export const accountRate: Rule = ({ app, accountId }, limit) => {
  const { accounts, snapshots } = app;
  // The rate of a single account is the rate of all accounts.
  if (findAccount(app, accountId) === undefined || accounts.length < 2) return [];
  const snapshot = snapshots[accountId];
  if (snapshot === undefined) return null;
  const value = snapshot.spend.value?.perHour ?? null;
  if (value === null) return null;
  const verdict = verdictOf(value, limit, lacksVm(snapshot));
  const highest = highestReason(verdict === 'over' ? [snapshot] : []);
  return [accountFinding({ app, accountId }, { value, verdict, ...highest })];
};

/** A cost, each day or month a subject of its own. @param costOf $; null: unknown */
const costRule =
  (period: keyof Costs, costOf: (app: AppState, now: number) => number | null): Rule =>
  ({ app, now }, limit) => {
    const value = costOf(app, now);
    // Without a rate, a cost that lacks the last hours says nothing about the limit.
    const isKnown = value !== null && figuresOf(app).ratePerHour !== null;
    // Before each account's first report, the sum is no end of an alert of an earlier run.
    const isPart = app.accounts.some(({ id }) => app.vmCosts[id] === undefined);
    const verdict = isKnown ? verdictOf(value, limit, isPart) : 'unknown';
    const { isAtLeast: isLowerBound = false } = app.costs[period];
    return [{ ...ALL_ACCOUNTS, key: periodAt(period, now), value, isLowerBound, verdict }];
  };

export const spendToday = costRule('today', ({ costs }, now) => costIn('today', costs.today, now));

export const monthForecast = costRule('month', forecastOf);

/** Compares a figure of the balance with its limit, for accounts whose provider tells the balance. */
const balanceRule =
  (figureOf: (balance: ReturnType<typeof balanceOf>) => number | null): Rule =>
  ({ app, accountId }, limit) => {
    const account = findAccount(app, accountId);
    if (account?.can.includes('balance') !== true) return [];
    const balance = balanceOf(app, accountId);
    const value = figureOf(balance);
    if (value === null) return null;
    // A balance is low while its limit exceeds it.
    const verdict = verdictOf(limit, value);
    const { atZero } = PROVIDERS[account.provider];
    const reason = [timeLeft(balance), atZero].filter((part) => part !== null).join('. ') || null;
    return [accountFinding({ app, accountId }, { value, verdict, reason })];
  };

export const balanceLow = balanceRule(({ amount }) => amount);

export const balanceEnds = balanceRule(({ hoursLeft }) => hoursLeft);

const MAX_REASON = 200;

export const noData: Rule = ({ app, accountId, missedMs }, limit) => {
  const account = findAccount(app, accountId);
  const snapshot = app.snapshots[accountId];
  if (account === undefined || snapshot === undefined) return [];
  if (!app.environment.isOnline) return null;
  const problem = accountProblem(snapshot);
  const short = problem === null ? null : describePollingProblem(problem).short;
  const value = missedMs / MINUTE_MS;
  const reason = short === null ? null : clipped(short, MAX_REASON);
  const of = (verdict: Verdict, isCertain: boolean) => [
    accountFinding({ app, accountId }, { value, verdict, reason, isCertain }),
  ];
  switch (accountStatus(snapshot)) {
    case 'live':
      return of('under', true);
    case 'signedOut':
    case 'blocked':
      return of('over', true);
    case 'refused':
      // The first retry confirms it.
      return of('over', false);
    case 'starting':
    case 'outOfDate':
      return of(value > limit ? 'over' : 'between', false);
  }
};
