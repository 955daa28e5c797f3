import { knownRateOf, shownRateOf } from '../../shared/domain/index.ts';
import { statesToCount } from '../../shared/usage/index.ts';
import { ALL_ACCOUNTS, type Rule, verdictOf } from './evaluate.ts';
import { highestReason } from './vms.ts';

export const hourlyRate: Rule = {
  kind: 'hourlyRate',
  scope: 'all',
  observe({ app }, limit) {
    const counted = statesToCount(app);
    const ratePerHour = shownRateOf(counted);
    const isLowerBound = ratePerHour === null;
    const value = ratePerHour ?? knownRateOf(counted) ?? 0;
    const verdict = verdictOf(value, limit, isLowerBound);
    const reason = verdict === 'over' ? highestReason(counted) : null;
    return [{ ...ALL_ACCOUNTS, key: '', value, isLowerBound, verdict, reason }];
  },
};
