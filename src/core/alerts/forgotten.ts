import { largestFirst } from '../../shared/domain/rank.ts';
import { sumRates } from '../../shared/domain/totals.ts';
import { runningSince, type Vm } from '../../shared/domain/vm.ts';
import { clipped, DAY_MS, HOUR_MS, MINUTE_MS, parseDateTime } from '../../shared/format/index.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { ALL_ACCOUNTS, type Finding, type Observed, type Rule } from './evaluate.ts';
import { findVms } from './vms.ts';

const MAX_NAMES = 3;
const MAX_NAMES_LENGTH = 200;

/** One finding for the VMs over the limit, without muted ones; its name is theirs, the highest rate first. */
export function together(
  { app, accountId }: Observed,
  key: string,
  found: readonly Finding[],
): Finding {
  const { mutedVms } = app.preferences;
  const over = found
    .filter((one) => one.verdict === 'over' && !mutedVms.includes(one.key))
    .toSorted((a, b) => largestFirst(a.ratePerHour, b.ratePerHour));
  const [first, ...others] = over;
  const more = over.length - MAX_NAMES;
  const names = over.slice(0, MAX_NAMES).map(({ name }) => name);
  const isUnknown = found.some(({ verdict }) => verdict === 'unknown');
  return {
    ...ALL_ACCOUNTS,
    key,
    accountId,
    value: null,
    isLowerBound: over.some((one) => one.isLowerBound),
    vmId: others.length === 0 ? (first?.vmId ?? null) : null,
    name: clipped(names.join(', '), MAX_NAMES_LENGTH) + (more > 0 ? ` and ${more} more` : ''),
    ratePerHour: sumRates(over.flatMap(({ ratePerHour }) => ratePerHour ?? [])),
    verdict: first === undefined ? (isUnknown ? 'unknown' : 'under') : 'over',
  };
}

/** One alert for all VMs of an account. Not for a VM whose stop saves nothing. */
export const runningLong: Rule = {
  kind: 'runningLong',
  scope: 'account',
  observe(observed, limit) {
    const found = findVms(observed, (vm) => {
      const { phase } = vm;
      if (vm.effects.stop?.savesNothing || (phase !== 'running' && phase !== 'unknown'))
        return { verdict: 'under' };
      const seen = observed.app.firstSeen[vmKey(observed.accountId, vm.id)] ?? null;
      const since = phase === 'unknown' ? null : (runningSince(vm) ?? seen);
      if (since === null) return { verdict: 'unknown' };
      return { verdict: observed.now - since > limit * HOUR_MS ? 'over' : 'under' };
    });
    return found === null ? null : [together(observed, observed.accountId, found)];
  },
};

const WEEK_MS = 7 * DAY_MS;
const MONDAY_MS = 4 * DAY_MS;
/** A start opens on the VMs, not on what has cost for days. */
const STEADY_MS = 10 * MINUTE_MS;

/** Not right after a stop: the user knows then that the disk costs. Without a time of the stop, the VM's last change counts. */
function isStoppedForLong(vm: Vm, { app, accountId, now }: Observed): boolean {
  const { phase } = vm;
  if (phase !== 'stopped' && phase !== 'interrupted') return false;
  const seen = () =>
    app.recentEvents.find(
      (event) => event.kind === 'vm' && event.accountId === accountId && event.vmId === vm.id,
    )?.at ?? 0;
  return (parseDateTime(vm.stoppedAt) ?? seen()) < now - DAY_MS;
}

/** The number of the week (UTC, from Monday). */
const weekOf = (at: number) => Math.floor((at - MONDAY_MS) / WEEK_MS);

/** VMs that do not run still cost. Each week is a separate subject, so a snooze ends with the week. */
export const stoppedBilled: Rule = {
  kind: 'stoppedBilled',
  scope: 'account',
  observe(observed) {
    const { app, accountId, now, steadySince } = observed;
    const spend = app.snapshots[accountId]?.spend.value ?? null;
    if (spend === null || spend.perHour === null || now - steadySince < STEADY_MS) return null;
    const found = findVms(observed, (vm) => {
      const isBilled = isStoppedForLong(vm, observed) && (vm.billed.perHour ?? 0) > 0;
      return { verdict: isBilled ? 'over' : 'under' };
    });
    if (found === null) return null;
    const week = weekOf(now);
    const snoozedUntil = (week + 1) * WEEK_MS + MONDAY_MS;
    return [{ ...together(observed, `${accountId}/${week}`, found), snoozedUntil }];
  },
};
