import {
  type AccountState,
  highestVm,
  isRateAtLeast,
  knownRateOf,
  shortName,
  shownRateOf,
} from '../../shared/domain/index.ts';
import { findAccount } from '../../shared/state/index.ts';
import { statesToCount } from '../../shared/usage/index.ts';
import { ALL_ACCOUNTS, accountFinding, type Rule, verdictOf } from './evaluate.ts';

/** The VM that costs most, as a reason for a high rate; null: none is known to cost. */
function highestReason(states: readonly AccountState[]): string | null {
  const highest = highestVm(states);
  return highest === null ? null : `highest: ${shortName(highest.vm)}`;
}

export const hourlyRate: Rule = {
  kind: 'hourlyRate',
  scope: 'all',
  observe({ app }, limit) {
    const counted = statesToCount(app);
    const ratePerHour = shownRateOf(counted);
    const isUnknown = ratePerHour === null;
    const value = ratePerHour ?? knownRateOf(counted) ?? 0;
    const verdict = verdictOf(value, limit, isUnknown);
    const reason = verdict === 'over' ? highestReason(counted) : null;
    // Costs that are never in the rate must not keep the alert open for ever.
    const isLowerBound = isUnknown || isRateAtLeast(counted);
    return [{ ...ALL_ACCOUNTS, key: '', value, isLowerBound, verdict, reason }];
  },
};

/** The hourly rate of one of several accounts is above the user's limit. */
export const accountRate: Rule = {
  kind: 'accountRate',
  scope: 'account',
  observe({ app: { accounts, snapshots }, accountId }, limit) {
    const account = findAccount({ accounts }, accountId);
    // The rate of a single account is the rate of all accounts.
    if (account === undefined || accounts.length < 2) return [];
    const snapshot = snapshots[accountId];
    const value = snapshot?.spend.value?.perHour ?? null;
    if (value === null) return null;
    const verdict = verdictOf(value, limit);
    const reason = verdict === 'over' && snapshot !== undefined ? highestReason([snapshot]) : null;
    return [accountFinding(account, { value, verdict, reason })];
  },
};
