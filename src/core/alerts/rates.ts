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

/** Whether no VM is listed, and the provider tells no rate then: what it bills besides VMs is in no rate. */
function hasNoVms({ vms, spend }: AccountState): boolean {
  const { value: list, problem } = vms;
  if (list === null || problem !== null || spend.problem !== null) return false;
  const isEmpty = list.isComplete && list.skipped === 0 && list.unconfirmed.length === 0;
  const { perHour = 0, isAtLeast = false, vms: billed = [] } = spend.value ?? {};
  return isEmpty && perHour === null && isAtLeast && billed.length === 0;
}

/** $/h to compare with a limit: 0 where no account has a VM. Null: unknown. */
export const comparedRate = (states: readonly AccountState[]): number | null =>
  shownRateOf(states) ?? (states.length > 0 && states.every(hasNoVms) ? 0 : null);

export const hourlyRate: Rule = {
  kind: 'hourlyRate',
  scope: 'all',
  observe({ app }, limit) {
    const counted = statesToCount(app);
    const rate = comparedRate(counted);
    const isUnknown = rate === null;
    const value = rate ?? knownRateOf(counted) ?? 0;
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
    if (snapshot === undefined) return null;
    const value = snapshot.spend.value?.perHour ?? (hasNoVms(snapshot) ? 0 : null);
    if (value === null) return null;
    const verdict = verdictOf(value, limit);
    const reason = verdict === 'over' ? highestReason([snapshot]) : null;
    return [accountFinding(account, { value, verdict, reason })];
  },
};
