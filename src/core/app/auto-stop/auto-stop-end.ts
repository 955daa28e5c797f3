import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { isVmMissing, type Vm } from '../../../shared/domain/index.ts';
import { HOUR_MS } from '../../../shared/format/index.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { idleness } from '../../../shared/vms/idleness.ts';
import { areVmsRecent, NO_ACCOUNT_POLLS } from '../../alerts/index.ts';
import { MAX_GAP_MS, type Span, spendBetween } from '../../history/index.ts';
import type { CoreState } from '../kernel/state-store.ts';

export type AutoStopEnd =
  /** Expected then, ms since the epoch; due from then on. */
  | { readonly kind: 'at'; readonly at: number }
  /** Not counting down: the VM is busy, stopped or free. */
  | { readonly kind: 'open' }
  /** Figures are missing. They never end an auto-stop. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone' };

export interface AutoStopFacts {
  readonly core: CoreState;
  /** The measured rates of the VM since a time, in order. */
  readonly spansSince: (autoStop: AutoStop, since: number) => readonly Span[];
  /** ms since the epoch. */
  readonly now: number;
}

/** ms until an expected amount is checked again: only measured cost counts. */
const MEASURE_MS = 10_000;

const at = (time: number): AutoStopEnd => ({ kind: 'at', at: time });
const OPEN: AutoStopEnd = { kind: 'open' };
const UNKNOWN: AutoStopEnd = { kind: 'unknown' };

function idleEnd(
  { accountId }: AutoStop,
  limit: Extract<AutoStop['limit'], { kind: 'idle' }>,
  vm: Vm,
  steadySince: number,
  { core: { app }, now }: AutoStopFacts,
): AutoStopEnd {
  const { since } = idleness({ app, accountId, steadySince, now }, vm, vmKey(accountId, vm.id));
  if (since === 'unknown') return UNKNOWN;
  return since === null ? OPEN : at(Math.max(since, limit.since) + limit.ms);
}

function spendEnd(
  { amount, since }: Extract<AutoStop['limit'], { kind: 'spend' }>,
  spans: readonly Span[],
  now: number,
): AutoStopEnd {
  const spent = spendBetween(spans, since, now).amount;
  if (spent >= amount) return at(now);
  const last = spans.at(-1);
  if (last === undefined || now - last.end > MAX_GAP_MS) return UNKNOWN;
  if (last.rate <= 0) return OPEN;
  const expected = last.end + ((amount - spent) / last.rate) * HOUR_MS;
  return at(Math.max(expected, now + MEASURE_MS));
}

export function autoStopEnd(autoStop: AutoStop, facts: AutoStopFacts): AutoStopEnd {
  const { accountId, vmId, limit } = autoStop;
  const { core, spansSince, now } = facts;
  if (limit.kind === 'time') return at(limit.at);
  // The account is gone, so the auto-stop is due now.
  if (!core.app.accounts.some(({ id }) => id === accountId)) return at(now);
  const spend =
    limit.kind === 'spend' ? spendEnd(limit, spansSince(autoStop, limit.since), now) : OPEN;
  // Measured spend stays valid even if current data is missing.
  if (spend.kind === 'at' && spend.at <= now) return spend;
  const { value, problem } = core.app.snapshots[accountId]?.vms ?? { value: null, problem: null };
  const polls = core.memory.watched[accountId] ?? NO_ACCOUNT_POLLS;
  if (value === null || problem !== null || !areVmsRecent(polls, now)) return UNKNOWN;
  const vm = value.vms.find(({ id }) => id === vmId);
  if (vm === undefined)
    return isVmMissing(core.app.snapshots[accountId], vmId) ? { kind: 'gone' } : UNKNOWN;
  const phase = vm.phase;
  if (phase === 'destroyed') return { kind: 'gone' };
  if (['unknown', 'unconfirmed', 'offline'].includes(phase)) return UNKNOWN;
  if (phase !== 'running') return OPEN;
  return limit.kind === 'idle' ? idleEnd(autoStop, limit, vm, polls.steadySince, facts) : spend;
}
