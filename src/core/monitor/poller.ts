import { type Clock, createTimer, wallTimeOf } from '../clock.ts';
import { describeInternalError, type Log } from '../log.ts';
import { type Conditions, nextDelay, type PollFindings, refusedDelay } from './pace.ts';

export const DEFAULT_CONDITIONS: Conditions = {
  isPanelOpen: false,
  isScreenLocked: false,
  isOnline: true,
};

export interface PollOutcome extends PollFindings {
  /** Nothing was received. */
  readonly hasFailed: boolean;
  /** The service refused a credential that it may accept later. */
  readonly isRefused: boolean;
  /** The next poll after a credential was permitted nothing, monotonic ms; null: it was permitted something. */
  readonly forbiddenUntil: number | null;
  /**
   * The user has to act: no polls until `refresh`. With `keychain` also one at unlock and at wake; more would open one unlock
   * prompt after the other (steipete/CodexBar#340).
   */
  readonly pausedBy: 'signIn' | 'keychain' | null;
}

export type Poller = ReturnType<typeof createPoller>;

export interface PollerPorts {
  /** Rejects only when the signal aborts or by an internal error. */
  readonly poll: (signal: AbortSignal) => Promise<PollOutcome>;
  /** @param at of the next poll, ms since the epoch; null: polls are paused */
  readonly onScheduled: (at: number | null) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const FAILED: PollOutcome = {
  hasFailed: true,
  isRefused: false,
  forbiddenUntil: null,
  isLimited: false,
  pausedBy: null,
  isChanging: false,
  retryAt: null,
  rateLimit: null,
  requestsPerPoll: 1,
};

/** For that long after a wake, polls are more frequent, and a failed poll is attributed to the network. */
const WAKING_MS = 60_000;

/** Number of fast polls after a wake: enough to confirm an alert of all accounts. */
export const WAKE_POLLS = 3;

/** The polls so far, as far as they set the time of the next one. */
function createPast({ clock, random }: Pick<PollerPorts, 'clock' | 'random'>) {
  let failures = 0;
  /** Refusals of the credential in a row, since the last refresh or wake. */
  let refusals = 0;
  let wokeAt: number | null = null;
  /** Successful polls since the wake. */
  let wakePolls = 0;
  let last: { readonly outcome: PollOutcome; readonly endedAt: number } | null = null;
  return {
    isEmpty: () => last === null,
    isLimited: () => last?.outcome.isLimited === true,
    isPaused(isUserBack: boolean): boolean {
      const pausedBy = last?.outcome.pausedBy ?? null;
      return pausedBy === 'signIn' || (pausedBy === 'keychain' && !isUserBack);
    },
    add(outcome: PollOutcome): void {
      failures = outcome.hasFailed ? failures + 1 : 0;
      refusals = outcome.isRefused ? refusals + 1 : 0;
      if (!outcome.hasFailed) wakePolls += 1;
      if (wakePolls >= WAKE_POLLS) wokeAt = null;
      last = { outcome, endedAt: clock.monotonic() };
    },
    woke(): void {
      wokeAt = clock.monotonic();
      wakePolls = 0;
      failures = 0;
      refusals = 0;
    },
    refreshed(): void {
      refusals = 0;
    },
    /** Monotonic ms of the next poll; null: none so far, or the last one pauses the polls. */
    nextAt(conditions: Conditions): number | null {
      if (last === null || last.outcome.pausedBy !== null) return null;
      const { outcome, endedAt } = last;
      const now = clock.monotonic();
      if (outcome.forbiddenUntil !== null) return Math.max(now, outcome.forbiddenUntil);
      if (outcome.isRefused) return Math.max(now, endedAt + refusedDelay(refusals));
      const isWaking = wokeAt !== null && now - wokeAt < WAKING_MS;
      const history = { now: endedAt, failures, isWaking, random };
      return Math.max(now, endedAt + nextDelay({ ...conditions, ...outcome, ...history }));
    },
  };
}

/** An internal error in a poll is logged and counts as a failed poll. */
async function pollOnce({ poll, log }: PollerPorts, signal: AbortSignal): Promise<PollOutcome> {
  try {
    return await poll(signal);
  } catch (error) {
    if (!signal.aborted) log.error('poll.internal_error', describeInternalError(error));
    return FAILED;
  }
}

/** Polls repeatedly, one poll at a time, each scheduled when the previous one has ended. */
export function createPoller(ports: PollerPorts) {
  const { onScheduled, clock } = ports;
  const past = createPast(ports);
  const timer = createTimer(clock);
  let state: 'idle' | 'active' | 'suspended' | 'stopped' = 'idle';
  let conditions = DEFAULT_CONDITIONS;
  let running: { ended: Promise<void>; controller: AbortController } | null = null;
  /** Monotonic ms of the next poll; null: none is scheduled. */
  let nextAt: number | null = null;

  const nextTime = () => (nextAt === null ? null : wallTimeOf(clock, nextAt));

  function schedule(): void {
    timer.clear();
    nextAt = null;
    if (state !== 'active' || running !== null) return;
    if (past.isEmpty()) return void begin();
    nextAt = past.nextAt(conditions);
    if (nextAt !== null) timer.set(nextAt - clock.monotonic(), begin);
    onScheduled(nextTime());
  }

  function begin(): Promise<void> {
    if (running !== null) return running.ended;
    timer.clear();
    const controller = new AbortController();
    const { signal } = controller;
    const ended = pollOnce(ports, signal).then((outcome) => {
      if (!signal.aborted) past.add(outcome);
      // A poll that was cancelled may end after its successor began.
      if (running?.controller !== controller) return;
      running = null;
      schedule();
    });
    running = { ended, controller };
    return ended;
  }

  function cancel(): void {
    timer.clear();
    const cancelled = running;
    running = null;
    cancelled?.controller.abort();
  }

  function mustWait(): boolean {
    // Without a stated end of the limit, a request before our backoff ends would prolong it.
    return past.isLimited() && nextAt !== null && nextAt > clock.monotonic();
  }

  /** Polls early, e.g. after unlock or reconnect, unless paused or rate limited. */
  function pollEarly(isUserBack: boolean): void {
    const mayPoll = conditions.isOnline && !past.isPaused(isUserBack) && !mustWait();
    if (state === 'active' && mayPoll) void begin();
    else schedule();
  }

  return {
    /** Polls at once. */
    start(): void {
      if (state !== 'idle') return;
      state = 'active';
      schedule();
    },
    /** Permanent. Cancels a running poll and drops its answer. */
    stop(): void {
      state = 'stopped';
      cancel();
    },
    /** Polls now, and waits for the end. @returns null; where the service limits requests, the time of the next poll */
    async refresh(): Promise<number | null> {
      past.refreshed();
      if (state === 'active' && !mustWait()) {
        await begin();
        if (!past.isLimited()) return null;
      }
      return nextTime();
    },
    /** Reschedules; polls at once when the network is back or the screen was unlocked. */
    adapt(next: Conditions): void {
      const isUserBack = conditions.isScreenLocked && !next.isScreenLocked;
      const isBackOnline = !conditions.isOnline && next.isOnline;
      conditions = next;
      if (isUserBack || isBackOnline) pollEarly(isUserBack);
      else schedule();
    },
    suspend(): void {
      if (state !== 'active') return;
      state = 'suspended';
      cancel();
    },
    resume(): void {
      if (state !== 'suspended') return;
      state = 'active';
      past.woke();
      pollEarly(true);
    },
  };
}
