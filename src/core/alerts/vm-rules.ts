import { accountStatus, UNKNOWN_STATE, vmsOf } from '../../shared/domain/account-state.ts';
import { sumRates } from '../../shared/domain/billing.ts';
import { largestFirst } from '../../shared/domain/rank.ts';
import { runningSince, shortName, type Vm } from '../../shared/domain/vm.ts';
import {
  clipped,
  clockTime,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  parseDateTime,
  shortDate,
} from '../../shared/format/index.ts';
import type { VmLoad } from '../../shared/gpu-load/gpu-load.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { findAccount } from '../../shared/state/index.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import { idleness } from '../../shared/vms/idleness.ts';
import { troubleOf } from '../../shared/vms/waste.ts';
import { wasteSince } from '../../shared/vms/waste-text.ts';
import { ALL_ACCOUNTS, type Finding, type Observed, type Rule } from './evaluate.ts';

type VmFinding = Pick<Finding, 'verdict'> &
  Partial<Pick<Finding, 'value' | 'reason' | 'isCertain'>>;

const UNKNOWN: VmFinding = { verdict: 'unknown' };

/** Keys of one owner list the same VMs: the first account has their alerts, as long as its key is accepted. */
function vmsOfEarlierAccounts({ app, accountId }: Observed): ReadonlySet<string> {
  const isPolled = ({ id }: { readonly id: string }) => id === accountId;
  const owner = figuresOf(app).owners.find((accounts) => accounts.some(isPolled)) ?? [];
  const earlier = owner
    .slice(0, owner.findIndex(isPolled))
    .filter(({ state }) => !['refused', 'signedOut'].includes(accountStatus(state)));
  return new Set(earlier.flatMap(({ state }) => vmsOf(state).map(({ id }) => id)));
}

/** A finding for each VM of the polled account; null: the VMs were not received. @param judge returns null for a VM to leave out */
function findVms(
  observed: Observed,
  judge: (vm: Vm, key: string) => VmFinding | null,
): readonly Finding[] | null {
  const { app, accountId } = observed;
  const { vms: list, spend } = app.snapshots[accountId] ?? UNKNOWN_STATE;
  if (list.value === null || list.problem !== null) return null;
  const others = vmsOfEarlierAccounts(observed);
  const all = list.value.vms;
  const vms = others.size === 0 ? all : all.filter(({ id }) => !others.has(id));
  return vms.flatMap((vm): Finding | readonly [] => {
    const key = vmKey(accountId, vm.id);
    const judged = vm.phase === 'unconfirmed' ? UNKNOWN : judge(vm, key);
    if (judged === null) return [];
    const isOver = judged.verdict === 'over';
    return {
      ...{ key, accountId, vmId: vm.id, value: null, reason: null, isCertain: false },
      ...judged,
      // Few of thousands of VMs open an alert.
      name: isOver ? shortName(vm) : null,
      ratePerHour: isOver && spend.problem === null ? vm.billed.perHour : null,
      isLowerBound: vm.rates.now?.isAtLeast ?? false,
    };
  });
}

const MAX_NAMES = 3;
const MAX_NAMES_LENGTH = 200;

/** One finding for the VMs over the limit, without muted ones; its name is theirs, the highest rate first. */
function together({ app, accountId }: Observed, key: string, found: readonly Finding[]): Finding {
  const { mutedVms } = app.preferences;
  const heard = found.filter((one) => !mutedVms.includes(one.key));
  const over = heard
    .filter(({ verdict }) => verdict === 'over')
    .toSorted((a, b) => largestFirst(a.ratePerHour, b.ratePerHour));
  const [first, ...others] = over;
  const more = over.length - MAX_NAMES;
  const names = over.slice(0, MAX_NAMES).map(({ name }) => name);
  const isUnknown = heard.some(({ verdict }) => verdict === 'unknown');
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
export const runningLong: Rule = (observed, limit) => {
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

/** VMs that do not run still cost. Each week is a separate subject, so a snooze ends with the week. */
export const stoppedBilled: Rule = (observed) => {
  const { app, accountId, now, steadySince } = observed;
  const spend = app.snapshots[accountId]?.spend.value ?? null;
  if (spend === null || spend.perHour === null || now - steadySince < STEADY_MS) return null;
  const found = findVms(observed, (vm) => {
    const isBilled = isStoppedForLong(vm, observed) && (vm.billed.perHour ?? 0) > 0;
    return { verdict: isBilled ? 'over' : 'under' };
  });
  if (found === null) return null;
  // Its number (UTC, from Monday).
  const week = Math.floor((now - MONDAY_MS) / WEEK_MS);
  const snoozedUntil = (week + 1) * WEEK_MS + MONDAY_MS;
  return [{ ...together(observed, `${accountId}/${week}`, found), snoozedUntil }];
};

const percent = (value: number | null) => `${Math.round(value ?? 0)} %`;

/** `GPU 0 %, VRAM 12 %`; null: both are unknown. */
function gpuReason({ load, memory }: VmLoad): string | null {
  const figures = [['GPU', load] as const, ['VRAM', memory] as const];
  const parts = figures.flatMap(([name, part]) =>
    part === null ? [] : `${name} ${percent(part)}`,
  );
  return parts.length === 0 ? null : parts.join(', ');
}

/** A VM is idle for longer than the limit. Unknown load, and time without data, count as busy (skypilot-org/skypilot#9524). */
export const idle: Rule = (observed, limit) => {
  return findVms(observed, (vm, key) => {
    const phase = vm.phase;
    if (phase !== 'running') return { verdict: phase === 'unknown' ? 'unknown' : 'under' };
    const { since, load } = idleness(observed, vm, key);
    if (since === 'unknown') return { verdict: 'unknown' };
    if (since === null) return { verdict: 'under', value: 0 };
    const hours = (observed.now - since) / HOUR_MS;
    const ownReason = `CPU ${percent(vm.cpuPercent)}, RAM ${percent(vm.ramPercent)}`;
    const reason = load === null ? ownReason : gpuReason(load);
    return { verdict: hours >= limit ? 'over' : 'between', value: hours, reason };
  });
};

/** The GPUs of a VM were busy and are not used any more, where their load is listed or GPU load is turned on. */
export const finished: Rule = (observed) => {
  const isOn = findAccount(observed.app, observed.accountId)?.turnedOn.gpuLoad;
  return findVms(observed, (vm, key) => {
    const phase = vm.phase;
    if (phase !== 'running' && phase !== 'unknown') return { verdict: 'under' };
    const { since, load, isFinished } = idleness(observed, vm, key);
    if (load === null) return { verdict: isOn ? 'unknown' : 'under' };
    if (since === 'unknown') return { verdict: since };
    return { verdict: isFinished ? 'over' : 'under', reason: gpuReason(load) };
  });
};

export const stuck: Rule = (observed) => {
  const { app, accountId, now } = observed;
  const found = findVms(observed, (vm, key) => {
    const { operations } = vm;
    const trouble = operations === undefined ? null : troubleOf(vm, app.vmActivity[key], now);
    if (operations === undefined || trouble === null) return { verdict: 'under' };
    return {
      verdict: 'over',
      reason: `${wasteSince(trouble, now)}; possible actions: ${operations.join(', ') || 'none'}`,
    };
  });
  if (found === null) return null;
  const all = together(observed, accountId, found);
  const alone = found.find((one) => one.verdict === 'over' && one.vmId === all.vmId);
  return [{ ...all, reason: alone?.reason ?? null }];
};

/** Days before the end of a contract, each with an alert of its own. */
const STAGES = [3, 1] as const;

/** How long a VM may still be there after its contract, ms. */
const KEPT_MS = 2 * DAY_MS;

/** Names the end, not how long it takes until then: it is read long after the alert opened. */
function reasonOf(endsAt: number, now: number, effect: string): string {
  const time = `${shortDate(endsAt)} at ${clockTime(endsAt)}`;
  return `Its contract ${endsAt > now ? 'ends' : 'ended'} on ${time}. ${effect}`;
}

export const contractEnds: Rule = (observed) => {
  const { now } = observed;
  const stages = STAGES.map((days) => {
    const found = findVms(observed, ({ contract }) => {
      if (contract === undefined) return null;
      if (contract === null) return { verdict: 'under' };
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
};
