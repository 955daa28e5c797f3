import { stamp } from './report.ts';

/** Polls may be this much earlier than their interval: jitter. */
const EARLIEST = 0.9;

/** What one account's requests were, and what they might have been. */
export interface PaceResult {
  readonly made: number;
  /** As many polls as the intervals and the occasions to poll early add up to. */
  readonly allowed: number;
  /** Polls before their time. */
  readonly early: readonly string[];
  /** Requests before the time that the service named. */
  readonly tooSoon: readonly string[];
}

/** Compares the requests of one account with the poll interval, the occasions to poll early, and `Retry-After`. */
export function createPaceJudge() {
  let interval = Number.POSITIVE_INFINITY;
  /** The shortest interval since the last poll. */
  let shortest = interval;
  let reckonedAt: number | null = null;
  let polledAt: number | null = null;
  let mayPoll = true;
  let retryAt = 0;
  let namedAt = 0;
  let made = 0;
  let allowed = 1;
  const early: string[] = [];
  const tooSoon: string[] = [];

  function reckon(at: number): void {
    allowed += (at - (reckonedAt ?? at)) / (EARLIEST * interval);
    reckonedAt = at;
  }

  return {
    /** From now on the account is polled every `ms`. */
    setInterval(at: number, ms: number): void {
      reckon(at);
      interval = ms;
      shortest = Math.min(shortest, ms);
    },
    /** An occasion to poll at once, such as waking up. */
    allowPoll(): void {
      if (!mayPoll) allowed += 1;
      mayPoll = true;
    },
    poll(at: number): void {
      reckon(at);
      made += 1;
      const gap = at - (polledAt ?? Number.NEGATIVE_INFINITY);
      // Times are rounded to a millisecond.
      if (!mayPoll && gap < EARLIEST * shortest - 1)
        early.push(`${stamp(at)} polled after ${Math.round(gap)} ms, not ${EARLIEST * shortest}`);
      polledAt = at;
      shortest = interval;
      mayPoll = false;
    },
    /** The service named a time. @param until null: the app started again */
    setRetryAt(at: number, until: number | null): void {
      namedAt = at;
      retryAt = until === null ? 0 : Math.max(retryAt, until);
    },
    request(at: number, endpoint: string): void {
      // The rest of the same poll was under way.
      if (at > namedAt && at < retryAt)
        tooSoon.push(`${stamp(at)} ${endpoint}, which the service allows at ${stamp(retryAt)}`);
    },
    retryAt: () => retryAt,
    result: (): PaceResult => ({ made, allowed: Math.floor(allowed), early, tooSoon }),
  };
}
