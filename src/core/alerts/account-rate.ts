import { clipped, printable } from '../../shared/format/index.ts';
import { ALL_ACCOUNTS, type Rule, verdictOf } from './evaluate.ts';
import { highestVm } from './vms.ts';

const MAX_LABEL = 30;

/** The hourly rate of one of several accounts is above the user's limit. */
export const accountRate: Rule = {
  kind: 'accountRate',
  scope: 'account',
  observe({ app: { accounts, snapshots }, accountId }, limit) {
    const account = accounts.find(({ id }) => id === accountId);
    // Of a single account, the rate is that of all accounts.
    if (account === undefined || accounts.length < 2) return [];
    const snapshot = snapshots[accountId];
    const value = snapshot?.spend.value?.perHour ?? null;
    if (value === null) return null;
    const name = clipped(printable(account.label), MAX_LABEL);
    const verdict = verdictOf(value, limit, false);
    const reason = verdict === 'over' && snapshot !== undefined ? highestVm([snapshot]) : null;
    const subject = { ...ALL_ACCOUNTS, accountId, name, value, isLowerBound: false, reason };
    return [{ ...subject, key: accountId, verdict }];
  },
};
