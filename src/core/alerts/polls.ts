import type { AccountSnapshot, AppState } from '../../shared/app/index.ts';
import { type AccountState, accountStatus } from '../../shared/domain/index.ts';

/** What alerts remember of an account's polls. */
export interface AccountPolls {
  /** When it was polled last, ms since the epoch. */
  readonly at: number;
  /** How long its polls have brought no data, ms. */
  readonly missedMs: number;
}

/**
 * A time between two polls counts up to this, ms: longer than the longest regular interval between polls. Of a sleep, or of a
 * clock that was set, nothing more counts; and data of a poll before that is too old to alert about.
 */
const MAX_POLL_GAP_MS = 5 * 60_000;

/** The account's polls after one more. @param now ms since the epoch */
export function pollsAfter(
  before: AccountPolls | undefined,
  after: AccountState,
  now: number,
): AccountPolls {
  if (accountStatus(after) === 'live') return { at: now, missedMs: 0 };
  const sinceLast = Math.min(Math.max(now - (before?.at ?? now), 0), MAX_POLL_GAP_MS);
  return { at: now, missedMs: (before?.missedMs ?? 0) + sinceLast };
}

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
    const at = polls[id]?.at ?? Number.NEGATIVE_INFINITY;
    const isOld = Math.abs(now - at) > MAX_POLL_GAP_MS || snapshot.spend.problem !== null;
    return [id, isOld ? withoutAmounts(snapshot) : snapshot] as const;
  });
  return { ...app, snapshots: Object.fromEntries(snapshots) };
}
