import { DAY_MS, formatDuration, parseDateTime } from '../../shared/format/index.ts';
import type { Rule, Verdict } from './evaluate.ts';
import { findVms } from './vms.ts';

/** Days before the end of a contract, each of which opens an alert of its own. */
const STAGES = [3, 1] as const;

/** How long a VM may still be there after its contract, ms. */
const KEPT_MS = 2 * DAY_MS;

/** @param left ms until the end @param days of the stage @param next of the stage behind it */
function verdictAt(left: number, days: number, next: number | undefined): Verdict {
  const until = next === undefined ? -KEPT_MS : next * DAY_MS;
  return left <= days * DAY_MS && left > until ? 'over' : 'under';
}

/** The contract of a VM ends in 3 days, and in 1 day. */
export const contractEnds: Rule = {
  kind: 'contractEnds',
  scope: 'account',
  observe(observed) {
    const stages = STAGES.map((days, index) => {
      const found = findVms(observed, ({ contract }) => {
        const endsAt = parseDateTime(contract?.endsAt ?? null);
        if (endsAt === null) return { verdict: 'under' };
        const left = endsAt - observed.now;
        const when = left > 0 ? `ends in ${formatDuration(left)}` : 'has ended';
        const reason = `Its contract ${when}. ${contract?.effect ?? ''}`;
        return { verdict: verdictAt(left, days, STAGES[index + 1]), reason };
      });
      return found?.map((finding) => ({ ...finding, key: `${finding.key}/${days}` })) ?? null;
    });
    return stages.includes(null) ? null : stages.flatMap((found) => found ?? []);
  },
};
