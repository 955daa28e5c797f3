import { type AccountState, accountStatus } from '../../shared/domain/account-state.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import type { AppState } from '../../shared/state/index.ts';

/** The memory of an account's polls. Times are ms since the epoch. */
export interface AccountPolls {
  /** The last poll. */
  readonly at: number;
  /** When its data was last received; null: never. Newer than the snapshot's while nothing changes. */
  readonly asOf: number | null;
  /** The last polls without data. */
  readonly misses: number;
  /** The time without data. */
  readonly missedMs: number;
  /** When its VMs were received last, and since when without a gap of more than minutes. */
  readonly vmsAt: number;
  readonly steadySince: number;
}

/**
 * The longest time between two polls that counts, more than the longest regular interval: a sleep or a clock that was set counts no
 * longer, and older data is too old to alert about.
 */
const MAX_POLL_GAP_MS = 5 * 60_000;

export const NO_ACCOUNT_POLLS: AccountPolls = {
  at: Number.POSITIVE_INFINITY,
  asOf: null,
  misses: 0,
  vmsAt: Number.POSITIVE_INFINITY,
  missedMs: 0,
  steadySince: Number.POSITIVE_INFINITY,
};

const hasGap = (from: number, to: number) => to < from || to - from > MAX_POLL_GAP_MS;

export function pollsAfter(
  before: AccountPolls,
  { after, asOf }: { readonly after: AccountState; readonly asOf: number | null },
  isOnline: boolean,
  now: number,
): AccountPolls {
  const status = accountStatus(after);
  const isLive = status === 'live';
  const sinceLast = Math.min(Math.max(now - before.at, 0), MAX_POLL_GAP_MS);
  const hasVms = after.vms.value !== null && after.vms.problem === null;
  return {
    at: now,
    asOf,
    misses: status === 'outOfDate' || status === 'refused' ? before.misses + 1 : 0,
    missedMs: isLive || !isOnline ? 0 : before.missedMs + sinceLast,
    vmsAt: hasVms ? now : before.vmsAt,
    steadySince: hasVms && hasGap(before.vmsAt, now) ? now : before.steadySince,
  };
}

export const areVmsRecent = ({ vmsAt }: AccountPolls, now: number) => !hasGap(vmsAt, now);

function withoutAmounts(snapshot: AccountSnapshot): AccountSnapshot {
  const { value } = snapshot.spend;
  if (value === null) return snapshot;
  // A floor of nothing would be left out of the sum, as if it were 0.
  const { isAtLeast: _, ...own } = value;
  return { ...snapshot, spend: { ...snapshot.spend, value: { ...own, perHour: null } } };
}

/** Makes missing and old amounts unknown. */
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
  const isSame = snapshots.every(([id, snapshot]) => app.snapshots[id] === snapshot);
  return isSame ? app : { ...app, snapshots: Object.fromEntries(snapshots) };
}
