import { type AccountState, accountStatus } from '../../shared/domain/index.ts';
import type { AccountSnapshot } from '../../shared/polling/index.ts';
import type { AppState } from '../../shared/state/index.ts';

/** What alerts remember of an account's polls. */
export interface AccountPolls {
  /** When it was polled last, ms since the epoch. */
  readonly at: number;
  /** How long its polls have brought no data, ms. */
  readonly missedMs: number;
  /** When its VMs were received last, and since when without a gap; ms since the epoch. */
  readonly vmsAt: number;
  readonly steadySince: number;
}

/**
 * A time between two polls counts up to this, ms: longer than the longest regular interval between polls. Of a sleep, or of a
 * clock that was set, nothing more counts; and data of a poll before that is too old to alert about.
 */
const MAX_POLL_GAP_MS = 5 * 60_000;

/** Before the first poll. */
export const NO_ACCOUNT_POLLS: AccountPolls = {
  at: Number.POSITIVE_INFINITY,
  vmsAt: Number.POSITIVE_INFINITY,
  missedMs: 0,
  steadySince: Number.POSITIVE_INFINITY,
};

/** Whether two times of the clock are so far apart that what happened in between is unknown. */
const hasGap = (from: number, to: number) => to < from || to - from > MAX_POLL_GAP_MS;

/** The account's polls after one more. @param now ms since the epoch */
export function pollsAfter(
  before: AccountPolls,
  after: AccountState,
  isOnline: boolean,
  now: number,
): AccountPolls {
  const isLive = accountStatus(after) === 'live';
  const sinceLast = Math.min(Math.max(now - before.at, 0), MAX_POLL_GAP_MS);
  const hasVms = after.vms.value !== null && after.vms.problem === null;
  return {
    at: now,
    missedMs: isLive || !isOnline ? 0 : before.missedMs + sinceLast,
    vmsAt: hasVms ? now : before.vmsAt,
    steadySince: hasVms && hasGap(before.vmsAt, now) ? now : before.steadySince,
  };
}

/** Whether the VMs of the account were received so recently that they count as current. */
export const areVmsRecent = ({ vmsAt }: AccountPolls, now: number) => !hasGap(vmsAt, now);

function withoutAmounts(snapshot: AccountSnapshot): AccountSnapshot {
  const { value } = snapshot.spend;
  if (value === null) return snapshot;
  const vms = value.vms.map((vm) => ({ ...vm, totalPerHour: null }));
  // Its VMs still say which accounts have the same owner.
  return { ...snapshot, spend: { ...snapshot.spend, value: { ...value, vms, perHour: null } } };
}

/** The state with the amounts of the last polls: those that are missing, or older, are unknown. */
export function withoutOldAmounts(
  app: AppState,
  polls: Readonly<Record<string, AccountPolls>>,
  now: number,
): AppState {
  const snapshots = Object.entries(app.snapshots).map(([id, snapshot]) => {
    const { at } = polls[id] ?? NO_ACCOUNT_POLLS;
    const isOld = hasGap(at, now) || snapshot.spend.problem !== null;
    return [id, isOld ? withoutAmounts(snapshot) : snapshot] as const;
  });
  return { ...app, snapshots: Object.fromEntries(snapshots) };
}
