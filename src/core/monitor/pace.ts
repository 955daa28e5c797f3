import { clampDelay } from '../clock.ts';
import { RESET_SLACK_MS } from '../providers/index.ts';

/** Conditions outside the accounts that set the polling interval. */
export interface Conditions {
  readonly isPanelOpen: boolean;
  readonly isScreenLocked: boolean;
  readonly isOnline: boolean;
  /** The interval while the panel is closed and nothing changes, ms; default 30 s. */
  readonly idleMs?: number;
}

/** What the last poll found. Times are monotonic ms. */
export interface PollFindings {
  /** Some VM is creating, starting or stopping. */
  readonly isChanging: boolean;
  /** When the service asked us to retry; null: it did not. */
  readonly retryAt: number | null;
  /** The last poll met a limit of the service, so that the account shows the wait. */
  readonly isLimited: boolean;
  /** When the reported limit allows another poll; null: now. */
  readonly opensAt: number | null;
  /** ms between the polls that the limit's window holds. */
  readonly spacing: number;
}

export interface PaceInput extends Conditions, PollFindings {
  /** Monotonic ms. */
  readonly now: number;
  /** The computer woke up: the network may need a moment, and one summary waits for the polls that confirm alerts. */
  readonly isWaking: boolean;
  readonly failures: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** The intervals, the longest one after a failure while the panel is open, and the maximum that our backoff adds otherwise. */
export const PACE_MS = {
  changing: 5_000,
  panelOpen: 10_000,
  longestPanelOpen: 15_000,
  idle: 30_000,
  locked: 120_000,
  longestBackoff: 300_000,
} as const;

const JITTER = 0.1;

function interval(input: PaceInput): number {
  if (input.isWaking && input.isOnline) return PACE_MS.changing;
  if (!input.isOnline || input.isScreenLocked) return PACE_MS.locked;
  if (input.isChanging) return PACE_MS.changing;
  return input.isPanelOpen ? PACE_MS.panelOpen : (input.idleMs ?? PACE_MS.idle);
}

/** Exponential backoff with full jitter on top of the interval, so that many apps do not retry together. */
function ownDelay(input: PaceInput): number {
  const base = interval(input);
  if (input.failures === 0 || input.isWaking) return base * (1 + JITTER * (2 * input.random() - 1));
  const isWatched = input.isPanelOpen && base <= PACE_MS.panelOpen;
  const longest = isWatched ? PACE_MS.longestPanelOpen - base : PACE_MS.longestBackoff;
  const ceiling = Math.min(longest, base * 2 ** Math.min(input.failures, 16));
  return base + input.random() * ceiling;
}

/** Limits per minute are usual: polls wait for the next minute, and the account stays up to date. */
const MAX_ROUTINE_WAIT_MS = 60_000 + RESET_SLACK_MS;

/** ms until the next poll, at most an hour. Before a long wait that is not shown yet, it is on time, and reports the time of the retry. */
export function nextDelay(input: PaceInput): number {
  const { now, retryAt, opensAt, spacing, isLimited } = input;
  const own = retryAt === null ? ownDelay(input) : interval(input);
  const wait = Math.max(retryAt ?? 0, opensAt ?? 0) - now;
  const isRoutine = retryAt === null && wait <= MAX_ROUTINE_WAIT_MS;
  const allowed = isLimited || isRoutine ? wait : 0;
  return clampDelay(Math.max(own, allowed, spacing));
}
