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

/** Spreads what remains of the limit over the rest of its window, and waits for the next one when a poll does not fit. */
function limitDelay(input: PaceInput): number {
  const { rateLimit, now, requestsPerPoll } = input;
  if (rateLimit === null || rateLimit.remaining === null || rateLimit.resetAt === null) return 0;
  const untilReset = Math.max(0, rateLimit.resetAt - now);
  const polls = Math.floor(rateLimit.remaining / Math.max(1, requestsPerPoll));
  return polls === 0 ? untilReset : untilReset / (polls + 1);
}

/**
 * ms until the next poll, at most an hour. The service's time wins over our own backoff and is never shortened; its limits
 * may only stretch our pace.
 */
export function nextDelay(input: PaceInput): number {
  const asked = input.retryAt === null ? null : Math.max(0, input.retryAt - input.now);
  const own = asked === null ? ownDelay(input) : Math.max(asked, PACE_MS.changing);
  return clampDelay(Math.max(own, limitDelay(input)));
}
