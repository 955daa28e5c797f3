import { clampDelay } from '../clock.ts';
import type { RateLimit } from '../service/index.ts';

/** What decides how soon an account is asked again. Times are ms since the epoch. */
export interface PaceInput {
  readonly now: number;
  /** Some VM is creating, starting or stopping. */
  readonly isChanging: boolean;
  readonly isPanelOpen: boolean;
  readonly isScreenLocked: boolean;
  readonly isOnline: boolean;
  /** The usual interval while nobody looks and nothing changes, ms; 30 s unless the user set another. */
  readonly idleMs?: number;
  /** The computer woke up and nothing was heard since: the network may need a moment. */
  readonly isWaking: boolean;
  /** Polls in a row that brought nothing at all. */
  readonly failures: number;
  /** The service's own word on when to come back, or null. */
  readonly retryAt: number | null;
  readonly rateLimit: RateLimit | null;
  /** Requests that one poll makes. */
  readonly requestsPerPoll: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** The intervals by what goes on, and the most that our own backoff adds to one. */
export const PACE_MS = {
  changing: 5_000,
  panelOpen: 10_000,
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

/** Exponential with full jitter on top of the usual interval, so that many apps do not come back together. */
function ownDelay(input: PaceInput): number {
  const base = interval(input);
  if (input.failures === 0 || input.isWaking) return base * (1 + JITTER * (2 * input.random() - 1));
  const ceiling = Math.min(PACE_MS.longestBackoff, base * 2 ** Math.min(input.failures, 16));
  return base + input.random() * ceiling;
}

/** A whole number of seconds may have been rounded down. */
const RESET_SLACK_MS = 1_000;

type Allowance = Pick<PaceInput, 'retryAt' | 'rateLimit' | 'requestsPerPoll'>;

/** Polls that still fit into the limit's window; null when the service does not say enough to tell. */
function limitWindow({ rateLimit, requestsPerPoll }: Allowance) {
  if (rateLimit === null || rateLimit.remaining === null || rateLimit.resetAt === null) return null;
  const polls = Math.floor(rateLimit.remaining / Math.max(1, requestsPerPoll));
  return { polls, resetAt: rateLimit.resetAt };
}

/** The earliest moment at which the service allows a poll, ms since the epoch; null when any is. */
export function earliestPoll(allowance: Allowance): number | null {
  const current = limitWindow(allowance);
  const nextWindow = current?.polls === 0 ? current.resetAt + RESET_SLACK_MS : null;
  const times = [allowance.retryAt, nextWindow].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/** Spreads the polls that still fit into the limit over the rest of its window. */
function spreadDelay(input: PaceInput): number {
  const current = limitWindow(input);
  return current === null ? 0 : Math.max(0, current.resetAt - input.now) / (current.polls + 1);
}

/**
 * ms until the next poll, at most an hour. The service's time wins over our own backoff and is never shortened; its limits
 * may only stretch our pace.
 */
export function nextDelay(input: PaceInput): number {
  const own = input.retryAt === null ? ownDelay(input) : interval(input);
  const allowed = (earliestPoll(input) ?? 0) - input.now;
  return clampDelay(Math.max(own, allowed, spreadDelay(input)));
}
