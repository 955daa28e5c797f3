import { type AccountState, accountStatus } from '../../../shared/domain/account-state.ts';
import type { Freshness } from '../../../shared/polling/polling-slice.ts';
import { type AccountPolls, NO_ACCOUNT_POLLS } from '../../alerts/index.ts';
import type { CoreState } from './state-store.ts';

type FreshnessPolls = Pick<AccountPolls, 'asOf' | 'misses'>;

/** Younger data is no outage. */
const MAX_RETRY_AGE_MS = 60_000;

/** When a failing account becomes out of date; null: once its next poll fails too, which a named retry time or a refusal replaces. */
function outOfDateAt(state: AccountState, { asOf, misses }: FreshnessPolls): number | null {
  // Both parts wait for the retry time of one.
  const isAnnounced = [state.vms.problem, state.spend.problem].some(
    (problem) =>
      problem?.kind === 'forbidden' ||
      ((problem?.kind === 'rateLimited' || problem?.kind === 'server') && problem.retryAt !== null),
  );
  return misses >= 2 || isAnnounced ? (asOf ?? 0) + MAX_RETRY_AGE_MS : null;
}

/** @param now ms since the epoch */
export function freshnessOf(
  state: AccountState,
  polls: FreshnessPolls,
  isOnline: boolean,
  now: number,
): Freshness {
  const status = accountStatus(state);
  if (!isOnline) return 'outOfDate';
  if (status === 'starting' || status === 'live') return status;
  // The next poll confirms it.
  if (status === 'refused')
    return polls.misses < 2 && polls.asOf !== null ? 'retrying' : 'outOfDate';
  // The service answered, with old amounts.
  const isOld = state.spend.problem?.kind === 'oldSpend';
  const at = outOfDateAt(state, polls);
  if (status !== 'outOfDate' || isOld || (at !== null && at <= now)) return 'outOfDate';
  return 'retrying';
}

/** Unchanged: the same snapshots. */
export function withFreshness(core: CoreState, now: number): CoreState {
  const { environment, snapshots, memory } = core;
  const changed = Object.entries(snapshots).flatMap(([id, snapshot]) => {
    const polls = memory.polls[id] ?? NO_ACCOUNT_POLLS;
    const freshness = freshnessOf(snapshot, polls, environment.isOnline, now);
    return freshness === snapshot.freshness
      ? []
      : [[id, { ...snapshot, freshness, asOf: polls.asOf }] as const];
  });
  if (changed.length === 0) return core;
  return { ...core, snapshots: { ...snapshots, ...Object.fromEntries(changed) } };
}

/** When the next account becomes out of date without another poll; null: none does. */
export function nextOutOfDate({ snapshots, memory }: CoreState): number | null {
  const times = Object.entries(snapshots).flatMap(([id, snapshot]) =>
    snapshot.freshness === 'retrying'
      ? (outOfDateAt(snapshot, memory.polls[id] ?? NO_ACCOUNT_POLLS) ?? [])
      : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}
