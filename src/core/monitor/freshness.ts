import { type AccountState, accountStatus } from '../../shared/domain/account-state.ts';
import type { Freshness } from '../../shared/polling/polling-slice.ts';
import type { PollReport } from './poller.ts';

export interface PollMemory {
  /** When its data was last received, ms since the epoch; null: never. Newer than the snapshot's while nothing changes. */
  readonly asOf: number | null;
  readonly misses: number;
}

/** Younger data is no outage. */
const MAX_RETRY_AGE_MS = 60_000;

export function withPoll(
  before: PollMemory | undefined,
  { after, asOf }: Pick<PollReport, 'after' | 'asOf'>,
): PollMemory {
  const isMiss = ['outOfDate', 'refused'].includes(accountStatus(after));
  return { asOf, misses: isMiss ? (before?.misses ?? 0) + 1 : 0 };
}

/**
 * When an account whose last poll failed becomes out of date; null: not before its next poll fails too. The next poll is not
 * waited for where the service says when to retry, or refused the data.
 */
export function outOfDateAt(state: AccountState, { asOf, misses }: PollMemory): number | null {
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
  polls: PollMemory,
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

/** Before the first poll. */
export const NO_POLLS: PollMemory = { asOf: null, misses: 0 };
