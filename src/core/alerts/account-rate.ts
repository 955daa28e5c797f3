import { findAccount } from '../../shared/state/index.ts';
import { accountFinding, type Rule, verdictOf } from './evaluate.ts';
import { highestReason } from './vms.ts';

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
    const verdict = verdictOf(value, limit, false);
    const reason = verdict === 'over' && snapshot !== undefined ? highestReason([snapshot]) : null;
    return [accountFinding(account, { value, verdict, reason })];
  },
};
