import { billedNow, shortName, sumRates, type Vm, vmPhase } from '../../shared/domain/index.ts';
import { clipped, DAY_MS, parseDateTime } from '../../shared/format/index.ts';
import { ALL_ACCOUNTS, type Rule } from './evaluate.ts';
import { receivedVms } from './vms.ts';

const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;
const MAX_NAMES = 200;

/** Not right after a stop: the user knows then that the disk costs. */
function isStoppedForLong({ status, stoppedAt }: Vm, now: number): boolean {
  const phase = vmPhase(status);
  const since = parseDateTime(stoppedAt);
  return (phase === 'stopped' || phase === 'interrupted') && (since ?? 0) < now - DAY_MS;
}

/** The number of the week (UTC, from Monday). */
const weekOf = (at: number) => Math.floor((at - MONDAY_MS) / WEEK_MS);

/** VMs that do not run still cost. Each week is a separate subject, so that a snooze lasts until its end. */
export const stoppedBilled: Rule = {
  kind: 'stoppedBilled',
  scope: 'account',
  observe(observed) {
    const { app, accountId, now } = observed;
    const spend = app.snapshots[accountId]?.spend.value ?? null;
    const vms = receivedVms(observed);
    if (vms === null || spend === null || spend.perHour === null) return null;
    const billed = vms
      .filter((vm) => isStoppedForLong(vm, now))
      .map((vm) => ({ vm, rate: billedNow(vm, spend) ?? 0 }))
      .filter(({ rate }) => rate > 0)
      .toSorted((a, b) => b.rate - a.rate);
    const week = weekOf(now);
    const ratePerHour = sumRates(billed.map(({ rate }) => rate));
    const names = billed.slice(0, 5).map(({ vm }) => shortName(vm));
    const more = billed.length > 5 ? ` and ${billed.length - 5} more` : '';
    return [
      {
        ...ALL_ACCOUNTS,
        key: `${accountId}/${week}`,
        accountId,
        value: null,
        isLowerBound: false,
        name: clipped(`${names.join(', ')}${more}`, MAX_NAMES),
        ratePerHour,
        verdict: ratePerHour === null ? 'under' : 'over',
        snoozedUntil: (week + 1) * WEEK_MS + MONDAY_MS,
      },
    ];
  },
};
