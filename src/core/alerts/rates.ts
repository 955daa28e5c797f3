import { type AccountState, vmsOf } from '../../shared/domain/account-state.ts';
import { comparedRate } from '../../shared/domain/compared-rate.ts';
import { highestReason } from '../../shared/domain/highest-vm.ts';
import { sumRates } from '../../shared/domain/totals.ts';
import { lastPhase } from '../../shared/domain/vm.ts';
import { findAccount } from '../../shared/state/index.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import { comparedTotal } from '../../shared/usage/outlook.ts';
import { ALL_ACCOUNTS, accountFinding, type Rule, verdictOf } from './evaluate.ts';

const UNNAMED = { reason: null, ratePerHour: null };

/** Whether a VM runs that is not in the sum of its account. */
const lacksVm = (state: AccountState) =>
  state.spend.value?.isAtLeast === true &&
  vmsOf(state).some((vm) => lastPhase(vm) === 'running' && vm.rates.now === null);

export const hourlyRate: Rule = {
  kind: 'hourlyRate',
  scope: 'all',
  observe({ app }, limit) {
    const figures = figuresOf(app);
    const rate = comparedTotal(figures);
    const known = figures.states.flatMap(({ spend }) => spend.value?.perHour ?? []);
    const states = Object.values(app.snapshots);
    const isUnknown = rate === null || states.some(lacksVm);
    const value = rate ?? sumRates(known) ?? 0;
    const verdict = verdictOf(value, limit, isUnknown);
    const highest = verdict === 'over' ? highestReason(states) : UNNAMED;
    // Costs that are never in the rate must not keep the alert open for ever.
    const isLowerBound = isUnknown || figures.isAtLeast;
    return [{ ...ALL_ACCOUNTS, key: '', value, isLowerBound, verdict, ...highest }];
  },
};

/** The hourly rate of one of several accounts is above the user's limit. */
export const accountRate: Rule = {
  kind: 'accountRate',
  scope: 'account',
  observe({ app, accountId }, limit) {
    const { accounts, snapshots } = app;
    // The rate of a single account is the rate of all accounts.
    if (findAccount(app, accountId) === undefined || accounts.length < 2) return [];
    const snapshot = snapshots[accountId];
    if (snapshot === undefined) return null;
    const value = comparedRate(snapshot);
    if (value === null) return null;
    const verdict = verdictOf(value, limit, lacksVm(snapshot));
    const highest = verdict === 'over' ? highestReason([snapshot]) : UNNAMED;
    return [accountFinding({ app, accountId }, { value, verdict, ...highest })];
  },
};
