import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { earliestPoll, nextDelay, type PaceInput } from './pace.ts';

/** What the surroundings say about how soon to ask again. */
export interface Conditions {
  readonly isPanelOpen: boolean;
  readonly isScreenLocked: boolean;
  readonly isOnline: boolean;
  /** ms; see `PaceInput`. */
  readonly idleMs?: number;
}

/** Until the surroundings say otherwise. */
export const USUAL_CONDITIONS: Conditions = {
  isPanelOpen: false,
  isScreenLocked: false,
  isOnline: true,
};

/** What one poll says about the next. */
export interface PollOutcome
  extends Pick<PaceInput, 'isChanging' | 'retryAt' | 'rateLimit' | 'requestsPerPoll'> {
  /** It brought nothing at all. */
  readonly hasFailed: boolean;
  /**
   * Only a person can mend it: no more polls until `refresh`. A keychain is also tried when its user comes back to the
   * screen; asking it again and again would raise one unlock prompt after the other (steipete/CodexBar#340).
   */
  readonly pausedBy: 'signIn' | 'keychain' | null;
}

/** Asks again and again, one poll at a time, each scheduled by the one before. The only owner of its timer. */
export interface Poller {
  start(): void;
  /** For good. Whatever is under way is cancelled and its answer dropped. */
  stop(): void;
  /**
   * A person asks for fresh figures: polls now, unless the service asked us to wait or its limit has no room. Resolves when
   * that poll has ended.
   */
  refresh(): Promise<void>;
  /** The surroundings changed: reschedules, and polls at once when the network came back. */
  adapt(conditions: Conditions): void;
  suspend(): void;
  resume(): void;
}

/** What is asked again and again, and what decides when. */
export interface PollerPorts {
  /** One poll; rejects only when the signal aborts, or by a defect. */
  readonly poll: (signal: AbortSignal) => Promise<PollOutcome>;
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const FAILED: PollOutcome = {
  hasFailed: true,
  pausedBy: null,
  isChanging: false,
  retryAt: null,
  rateLimit: null,
  requestsPerPoll: 1,
};

/** How long after a wake a silent service is put down to the network coming up. */
const WAKING_MS = 60_000;

/**
 * Does nothing before `start`, which polls at once. A poll that ends in a defect is logged and counts as one that brought
 * nothing.
 */
export function createPoller({ poll, clock, log, random }: PollerPorts): Poller {
  let state: 'idle' | 'active' | 'suspended' | 'stopped' = 'idle';
  let conditions = USUAL_CONDITIONS;
  let failures = 0;
  let wokeAt: number | null = null;
  let last: { readonly outcome: PollOutcome; readonly endedAt: number } | null = null;
  let running: { readonly ended: Promise<void>; readonly controller: AbortController } | null =
    null;
  let cancelTimer = () => {};

  function isWaking(): boolean {
    return wokeAt !== null && clock.monotonic() - wokeAt < WAKING_MS;
  }

  function schedule(): void {
    cancelTimer();
    if (state !== 'active' || running !== null) return;
    if (last === null) {
      begin();
      return;
    }
    const { outcome, endedAt } = last;
    if (outcome.pausedBy !== null) return;
    const waited = clock.monotonic() - endedAt;
    const now = clock.now();
    const { isChanging, retryAt, rateLimit, requestsPerPoll } = outcome;
    const delay = nextDelay({
      ...conditions,
      ...{ isChanging, retryAt, rateLimit, requestsPerPoll },
      now: now - waited,
      failures,
      isWaking: isWaking(),
      random,
    });
    cancelTimer = clock.after(Math.max(0, delay - waited), begin);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let outcome = FAILED;
    try {
      outcome = await poll(signal);
    } catch (error) {
      if (!signal.aborted)
        log.error('poll.defect', { message: error instanceof Error ? error.message : 'unknown' });
    }
    if (signal.aborted) return;
    failures = outcome.hasFailed ? failures + 1 : 0;
    if (!outcome.hasFailed) wokeAt = null;
    last = { outcome, endedAt: clock.monotonic() };
  }

  function begin(): Promise<void> {
    if (running !== null) return running.ended;
    cancelTimer();
    const controller = new AbortController();
    const ended = run(controller.signal).finally(() => {
      // A poll that was cancelled may end after its successor began.
      if (running?.controller !== controller) return;
      running = null;
      schedule();
    });
    running = { ended, controller };
    return ended;
  }

  function cancel(): void {
    cancelTimer();
    const cancelled = running;
    running = null;
    cancelled?.controller.abort();
  }

  function mustWait(): boolean {
    const earliest = last === null ? null : earliestPoll(last.outcome);
    return earliest !== null && earliest > clock.now();
  }

  /** A moment at which an answer is likelier than before: polls at once where that is allowed and of use. */
  function pollEarly(isUserBack: boolean): void {
    const pausedBy = last?.outcome.pausedBy ?? null;
    const isPaused = pausedBy === 'signIn' || (pausedBy === 'keychain' && !isUserBack);
    if (state === 'active' && conditions.isOnline && !isPaused && !mustWait()) void begin();
    else schedule();
  }

  return {
    start() {
      if (state !== 'idle') return;
      state = 'active';
      schedule();
    },
    stop() {
      state = 'stopped';
      cancel();
    },
    async refresh() {
      if (state === 'active' && !mustWait()) await begin();
    },
    adapt(next) {
      const isUserBack = conditions.isScreenLocked && !next.isScreenLocked;
      const isBackOnline = !conditions.isOnline && next.isOnline;
      conditions = next;
      if (isUserBack || isBackOnline) pollEarly(isUserBack);
      else schedule();
    },
    suspend() {
      if (state !== 'active') return;
      state = 'suspended';
      cancel();
    },
    resume() {
      if (state !== 'suspended') return;
      state = 'active';
      wokeAt = clock.monotonic();
      failures = 0;
      pollEarly(true);
    },
  };
}
