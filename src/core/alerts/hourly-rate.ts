import { statesToCount } from '../../shared/app/index.ts';
import { knownRateOf, totalsOf } from '../../shared/domain/index.ts';
import type { Rule } from './evaluate.ts';

/** An alert ends below this part of its limit. */
const ENDS_BELOW = 0.95;

/** The hourly rate of all accounts is above the user's limit. */
export const hourlyRate: Rule = {
  kind: 'hourlyRate',
  limit: ({ rateThreshold }) => (typeof rateThreshold === 'number' ? rateThreshold : null),
  observe(state, limit) {
    const counted = statesToCount(state);
    const { ratePerHour } = totalsOf(counted);
    const isLowerBound = ratePerHour === null;
    const value = ratePerHour ?? knownRateOf(counted) ?? 0;
    const found = { value, isLowerBound };
    if (value > limit) return { verdict: 'over', ...found };
    if (isLowerBound) return { verdict: 'unknown', ...found };
    // With a limit of 0 only a rate of 0 ends the alert.
    const isUnder = value < limit * ENDS_BELOW || value === 0;
    return { verdict: isUnder ? 'under' : 'between', ...found };
  },
};
