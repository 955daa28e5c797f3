import { billedNow, type Vm, vmPhase } from '../../shared/domain/index.ts';
import { DAY_MS, MINUTE_MS, parseDateTime } from '../../shared/format/index.ts';
import type { Rule } from './evaluate.ts';
import { findVms, together } from './vms.ts';

const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;
/** A start opens on the VMs, not on what has cost for days. */
const STEADY_MS = 10 * MINUTE_MS;

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
    const { app, accountId, now, steadySince } = observed;
    const spend = app.snapshots[accountId]?.spend.value ?? null;
    if (spend === null || spend.perHour === null || now - steadySince < STEADY_MS) return null;
    const found = findVms(observed, (vm) => {
      const isBilled = isStoppedForLong(vm, now) && (billedNow(vm, spend) ?? 0) > 0;
      return { verdict: isBilled ? 'over' : 'under' };
    });
    if (found === null) return null;
    const week = weekOf(now);
    const snoozedUntil = (week + 1) * WEEK_MS + MONDAY_MS;
    return [{ ...together(observed, `${accountId}/${week}`, found), snoozedUntil }];
  },
};
