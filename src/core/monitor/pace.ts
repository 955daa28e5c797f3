import { clampDelay } from '../clock.ts';
import { type RateLimit, RESET_SLACK_MS } from '../providers/index.ts';

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
  readonly rateLimit: RateLimit | null;
  /** Requests that one poll makes. */
  readonly requestsPerPoll: number;
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

type Allowance = Pick<PollFindings, 'retryAt' | 'rateLimit' | 'requestsPerPoll'>;

/** Polls that still fit into the limit's window; null: the service does not report the limit. */
function limitWindow({ rateLimit, requestsPerPoll }: Allowance) {
  if (rateLimit === null || rateLimit.remaining === null || rateLimit.resetAt === null) return null;
  const polls = Math.floor(rateLimit.remaining / Math.max(1, requestsPerPoll));
  return { polls, resetAt: rateLimit.resetAt };
}

/** When the service allows the next poll; null: now. */
function earliestPoll(allowance: Allowance): number | null {
  const current = limitWindow(allowance);
  const nextWindow = current?.polls === 0 ? current.resetAt + RESET_SLACK_MS : null;
  const times = [allowance.retryAt, nextWindow].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/** Limits per minute are usual: polls wait for the next minute, and the account stays up to date. */
const MAX_ROUTINE_WAIT_MS = 60_000 + RESET_SLACK_MS;

/** Spreads the remaining polls over the rest of the limit's window. */
function spreadDelay(input: PaceInput): number {
  const current = limitWindow(input);
  return current === null || current.polls === 0
    ? 0
    : Math.max(0, current.resetAt - input.now) / (current.polls + 1);
}

/**
 * ms until the next poll, at most an hour, and never earlier than the service allows, which replaces our backoff. Before a long
 * wait that the account does not show yet, the next poll is on time: refused without a request, it reports the time of the retry.
 */
export function nextDelay(input: PaceInput): number {
  const own = input.retryAt === null ? ownDelay(input) : interval(input);
  const wait = (earliestPoll(input) ?? 0) - input.now;
  const isRoutine = input.retryAt === null && wait <= MAX_ROUTINE_WAIT_MS;
  const allowed = input.isLimited || isRoutine ? wait : 0;
  return clampDelay(Math.max(own, allowed, spreadDelay(input)));
}
