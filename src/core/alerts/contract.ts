import { clockTime, DAY_MS, parseDateTime, shortDate } from '../../shared/format/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

/** Days before the end of a contract, each with an alert of its own. */
const STAGES = [3, 1] as const;

/** How long a VM may still be there after its contract, ms. */
const KEPT_MS = 2 * DAY_MS;

/** Names the end, not how long it takes until then: it is read long after the alert opened. */
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
        if (!contract) return { verdict: 'under' };
        const endsAt = parseDateTime(contract.endsAt);
        const left = endsAt === null ? Number.POSITIVE_INFINITY : endsAt - now;
        const stage = STAGES.findLast((one) => left <= one * DAY_MS);
        if (endsAt === null || stage === undefined) return { verdict: 'under' };
        // Left out: the alert of the next stage is in its place, or the contract ended long ago.
        if (stage !== days || left <= -KEPT_MS) return null;
        const reason = reasonOf(endsAt, now, contract.effect);
        return { verdict: 'over', isCertain: true, reason };
      });
      return found?.map((finding) => ({ ...finding, key: `${finding.key}/${days}` })) ?? null;
    });
    return stages.includes(null) ? null : stages.flatMap((found) => found ?? []);
  },
};
