import type { EventEmitter } from 'node:events';
import type { AccountState } from '../../shared/domain/account-state.ts';
import { type Clock, createTimer, sleep, wallTimeOf } from '../clock.ts';
import { describeInternalError, type Log } from '../log.ts';
import type { AccountClient } from '../providers/index.ts';
import { type Conditions, nextDelay, type PollFindings } from './pace.ts';
import { createAccountReader } from './poll-account.ts';
import type { VmEvent } from './snapshot.ts';

/** An account's client, and when the service wants its next request. */
export type MonitoredClient = Pick<
  AccountClient,
  'listVms' | 'getVm' | 'currentSpend' | 'requestCount'
> &
  Partial<Pick<AccountClient, 'onProgress'>> & {
    readonly pace: Pick<AccountClient['pace'], 'opensAt' | 'spacing' | 'retryAt'>;
  };

/** A poll of an account. */
export interface PollReport {
  readonly accountId: string;
  readonly before: AccountState;
  /** Nothing changed: the same object as `before`. */
  readonly after: AccountState;
  readonly events: readonly VmEvent[];
  /** The VMs that are gone, also never listed VMs of `setSavedIds`. */
  readonly goneIds?: readonly string[];
  /** Neither VMs nor spend were received. */
  readonly hasFailed: boolean;
  /** When the older part of `after` was received, ms since the epoch; null: never. */
  readonly asOf: number | null;
  /** The first full reading since the computer woke up: its events are reported as one summary. */
  readonly isAfterWake: boolean;
}

/** The clock, the log and the source of jitter of all pollers. */
export interface MonitorPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Of all accounts. */
export interface MonitorEvents {
  /** After every poll, before the account's next one is scheduled. */
  poll: [report: PollReport];
  /** `at`: of the account's next poll, ms since the epoch; null: its polls are paused. */
  schedule: [accountId: string, at: number | null];
  /** While a list is read that takes long. `total`: null: unknown. */
  progress: [accountId: string, read: number, total: number | null];
}

interface PollerPorts extends MonitorPorts {
  readonly accountId: string;
  readonly client: MonitoredClient;
  readonly events: EventEmitter<MonitorEvents>;
  /** Monotonic ms of each account's last poll. Kept when it is removed, since signing in again adds it again. */
  readonly began: Map<string, number>;
}

interface PollOutcome extends PollFindings {
  /** Nothing was received. */
  readonly hasFailed: boolean;
  /** The next poll after a credential was refused or permitted nothing, monotonic ms; null: it was accepted. */
  readonly refusedUntil: number | null;
  /** Until `refresh`, with `keychain` also until unlock or wake: each poll would open an unlock prompt (steipete/CodexBar#340). */
  readonly pausedBy: 'signIn' | 'keychain' | null;
}

/** After an internal error. */
const FAILED: PollOutcome = {
  hasFailed: true,
  refusedUntil: null,
  isLimited: false,
  pausedBy: null,
  isChanging: false,
  retryAt: null,
  opensAt: null,
  spacing: 0,
};

const MIN_POLL_MS = 1_000;

/** For that long after a wake, polls are more frequent, and a failed poll is attributed to the network. */
const WAKING_MS = 60_000;

/** Number of fast polls after a wake: enough to confirm an alert of all accounts. */
const WAKE_POLLS = 3;

/** The polls so far, as far as they set the time of the next one. */
function createPast({ clock, random }: MonitorPorts) {
  let failures = 0;
  let wokeAt: number | null = null;
  /** Successful polls since the wake. */
  let wakePolls = 0;
  let last: { readonly outcome: PollOutcome; readonly endedAt: number } | null = null;
  return {
    isLimited: () => last?.outcome.isLimited === true,
    isPaused(isUserBack: boolean): boolean {
      const pausedBy = last?.outcome.pausedBy ?? null;
      return pausedBy === 'signIn' || (pausedBy === 'keychain' && !isUserBack);
    },
    add(outcome: PollOutcome): void {
      failures = outcome.hasFailed ? failures + 1 : 0;
      if (!outcome.hasFailed) wakePolls += 1;
      if (wakePolls >= WAKE_POLLS) wokeAt = null;
      last = { outcome, endedAt: clock.monotonic() };
    },
    woke(): void {
      wokeAt = clock.monotonic();
      wakePolls = 0;
      failures = 0;
    },
    /** Monotonic ms of the next poll; null: the last one pauses the polls. */
    nextAt(conditions: Conditions): number | null {
      const now = clock.monotonic();
      if (last === null) return now;
      const { outcome, endedAt } = last;
      if (outcome.pausedBy !== null) return null;
      if (outcome.refusedUntil !== null) return Math.max(now, outcome.refusedUntil);
      const isWaking = wokeAt !== null && now - wokeAt < WAKING_MS;
      const history = { now: endedAt, failures, isWaking, random };
      return Math.max(now, endedAt + nextDelay({ ...conditions, ...outcome, ...history }));
    },
  };
}

/** The polls of one account. An internal error is logged and counts as a failed poll. */
function createPolls({ accountId, client, clock, log, events, began }: PollerPorts) {
  const reader = createAccountReader(client, clock);
  let isRefresh = false;
  let isWaking = false;

  async function poll(signal: AbortSignal): Promise<PollOutcome> {
    const last = began.get(accountId) ?? Number.NEGATIVE_INFINITY;
    const wait = last + MIN_POLL_MS - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal);
    began.set(accountId, clock.monotonic());
    const requestsBefore = client.requestCount();
    const isAll = isRefresh;
    isRefresh = false;
    const { isFull, outcome, report } = await reader.read(signal, isAll);
    const isAfterWake = isWaking && isFull;
    if (isAfterWake) isWaking = false;
    events.emit('poll', { accountId, ...report, isAfterWake });
    const { pace } = client;
    const reads = Math.max(1, client.requestCount() - requestsBefore);
    const [opensAt, spacing] = [pace.opensAt(reads), pace.spacing(reads)];
    return { ...outcome, retryAt: pace.retryAt(), opensAt, spacing };
  }

  return {
    setSavedIds: reader.setSavedIds,
    refreshed(): void {
      isRefresh = true;
      reader.forgetRefusals();
    },
    woke(): void {
      isWaking = true;
      reader.forgetRefusals();
    },
    async next(signal: AbortSignal): Promise<PollOutcome> {
      try {
        return await poll(signal);
      } catch (error) {
        if (!signal.aborted) log.error('poll.internal_error', describeInternalError(error));
        return FAILED;
      }
    },
  };
}

/** Polls an account repeatedly from now on, one poll at a time, each scheduled when the previous one has ended. */
export function createPoller(ports: PollerPorts, firstConditions: Conditions) {
  const { accountId, events, clock } = ports;
  const past = createPast(ports);
  const polls = createPolls(ports);
  const timer = createTimer(clock);
  let state: 'active' | 'suspended' | 'stopped' = 'active';
  let conditions = firstConditions;
  let running: { ended: Promise<void>; controller: AbortController } | null = null;
  /** Monotonic ms of the next poll; null: none is scheduled. */
  let nextAt: number | null = null;

  const nextTime = () => (nextAt === null ? null : wallTimeOf(clock, nextAt));

  function schedule(): void {
    timer.clear();
    nextAt = null;
    if (state !== 'active' || running !== null) return;
    nextAt = past.nextAt(conditions);
    if (nextAt !== null) timer.set(nextAt - clock.monotonic(), begin);
    events.emit('schedule', accountId, nextTime());
  }

  function begin(): Promise<void> {
    if (running !== null) return running.ended;
    timer.clear();
    const controller = new AbortController();
    const { signal } = controller;
    const ended = polls.next(signal).then((outcome) => {
      if (!signal.aborted) past.add(outcome);
      // A poll that was cancelled may end after its successor began.
      if (running?.controller !== controller) return;
      running = null;
      schedule();
    });
    running = { ended, controller };
    return ended;
  }

  function end(next: 'suspended' | 'stopped'): void {
    state = next;
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

  ports.client.onProgress?.((read, total) => {
    if (state !== 'stopped') events.emit('progress', accountId, read, total);
  });
  void begin();
  return {
    setSavedIds: polls.setSavedIds,
    /** Permanent. Cancels a running poll and drops its answer. */
    stop: () => end('stopped'),
    /** Polls now, and waits for the end. @returns null; where the service limits requests, the time of the next poll */
    async refresh(): Promise<number | null> {
      polls.refreshed();
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
      if (state === 'active') end('suspended');
    },
    resume(): void {
      if (state !== 'suspended') return;
      state = 'active';
      polls.woke();
      past.woke();
      pollEarly(true);
    },
  };
}
