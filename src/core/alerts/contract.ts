import { clockTime, DAY_MS, parseDateTime, shortDate } from '../../shared/format/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

/** Days before the end of a contract, each with an alert of its own. */
const STAGES = [3, 1] as const;

/** How long a VM may still be there after its contract, ms. */
const KEPT_MS = 2 * DAY_MS;

/** The stage that a contract is in; undefined: it ends later, null: it ended long ago. @param left ms until its end */
function stageAt(left: number): (typeof STAGES)[number] | null | undefined {
  return left <= -KEPT_MS ? null : STAGES.findLast((days) => left <= days * DAY_MS);
}

/** It is read at any time after the alert opened. */
function reasonOf(endsAt: number, now: number, effect: string): string {
  const time = `${shortDate(endsAt)} at ${clockTime(endsAt)}`;
  return `Its contract ${endsAt > now ? 'ends' : 'ended'} on ${time}. ${effect}`;
}

/** The contract of a VM ends in 3 days, and in 1 day. */
export const contractEnds: Rule = {
  kind: 'contractEnds',
  scope: 'account',
  observe(observed) {
    const { now } = observed;
    const stages = STAGES.map((days) => {
      const found = findVms(observed, ({ contract }) => {
        const endsAt = parseDateTime(contract?.endsAt ?? null);
        if (!contract || endsAt === null) return { verdict: 'under' };
        const stage = stageAt(endsAt - now);
        if (stage === undefined) return { verdict: 'under' };
        // The alert of another stage takes its place, which is no end to report.
        if (stage !== days) return null;
        const reason = reasonOf(endsAt, now, contract.effect);
        return { verdict: 'over', isCertain: true, reason };
      });
      return found?.map((finding) => ({ ...finding, key: `${finding.key}/${days}` })) ?? null;
    });
    return stages.includes(null) ? null : stages.flatMap((found) => found ?? []);
  },
};
