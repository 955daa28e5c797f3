import { type AccountState, dataAsOf, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import { sleep } from '../clock.ts';
import { turnFor } from '../own-turn.ts';
import type { RequestPace } from '../service/index.ts';
import { type Absences, createAbsences } from './absences.ts';
import { type PolledClient, pollAccount } from './poll-account.ts';
import {
  type Conditions,
  createPoller,
  DEFAULT_CONDITIONS,
  type Poller,
  type PollerPorts,
  type PollOutcome,
} from './poller.ts';
import {
  applyReadings,
  diffVms,
  isFullReading,
  outcomeOf,
  type PollReadings,
  type VmEvent,
} from './snapshot.ts';

/** An account's client, and when the service wants its next request. */
export interface MonitoredClient extends PolledClient {
  readonly pace: Pick<RequestPace, 'rateLimit' | 'retryAt'>;
  /** Requests sent so far. */
  requestCount(): number;
}

/** When each part was last received, ms since the epoch. Not part of the state, since it changes with every poll. */
export interface ReceivedTimes {
  readonly vmsAt: number | null;
  readonly spendAt: number | null;
}

/** One poll of one account. */
export interface PollReport {
  readonly accountId: string;
  readonly before: AccountState;
  /** The same object as `before` when nothing changed. */
  readonly after: AccountState;
  readonly events: readonly VmEvent[];
  /** Neither VMs nor spend were received. */
  readonly hasFailed: boolean;
  /** When the older part of `after` was received, ms since the epoch; null: none was. */
  readonly asOf: number | null;
  /** The first full reading since the computer woke up: its events are reported as one summary. */
  readonly isAfterWake: boolean;
}

/** Polls each account on its own: one that hangs, fails or is rate limited does not delay the others. */
export interface Monitor {
  add(accountId: string, client: MonitoredClient): void;
  /** Forgets the account; answers that are still pending are dropped. */
  remove(accountId: string): void;
  states(): ReadonlyMap<string, AccountState>;
  receivedAt(accountId: string): ReceivedTimes;
  /** Called after every poll, before the account's next one is scheduled. Returns the unsubscribe. */
  onPoll(listener: (report: PollReport) => void): () => void;
  /** Called when an account's next poll was scheduled. @param listener `at`: ms since the epoch; null: its polls are paused */
  onScheduled(listener: (accountId: string, at: number | null) => void): void;
  /**
   * Polls one account, or all, now if the service allows it. Resolves when those polls have ended.
   * @returns null; the time of the next poll, ms since the epoch, where the service limits requests
   */
  refresh(accountId?: string): Promise<number | null>;
  adapt(change: Partial<Conditions>): void;
  suspend(): void;
  resume(): void;
  stop(): void;
}

/** The clock, the log and the source of jitter of all pollers. */
export type MonitorPorts = Omit<PollerPorts, 'poll' | 'onScheduled'>;

interface Watched {
  readonly poller: Poller;
  state: AccountState;
  receivedAt: ReceivedTimes;
  /** No full reading since the computer woke up. */
  isWaking: boolean;
  readonly absences: Absences;
  /** Monotonic ms of the last refusal of the VMs. They are requested again after `REFUSED_MS` or on a refresh. */
  refusedAt: number | null;
}

const NEVER: ReceivedTimes = { vmsAt: null, spendAt: null };
const REFUSED_MS = 3_600_000;

/** Between two polls of an account, however often they are asked for. */
const MIN_POLL_MS = 1_000;

function olderOf({ vmsAt, spendAt }: ReceivedTimes): number | null {
  const times = [vmsAt, spendAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** `add` polls at once. */
export function createMonitor({ clock, log, random }: MonitorPorts): Monitor {
  const watched = new Map<string, Watched>();
  const listeners = new Set<(report: PollReport) => void>();
  const scheduleListeners = new Set<(accountId: string, at: number | null) => void>();
  /** Monotonic ms of each account's last poll. Kept when it is removed, since signing in again adds it again. */
  const began = new Map<string, number>();
  let conditions = DEFAULT_CONDITIONS;

  function noteTimes(entry: Watched, readings: PollReadings): void {
    const now = clock.now();
    const isFinished = readings.vms.kind === 'value' && readings.vms.value.isComplete;
    entry.receivedAt = {
      // An incomplete list is as old as the last complete one.
      vmsAt: isFinished ? now : entry.receivedAt.vmsAt,
      spendAt: readings.spend.kind === 'value' ? now : entry.receivedAt.spendAt,
    };
    if (readings.vms.kind === 'problem' && readings.vms.problem.kind === 'forbidden')
      entry.refusedAt = clock.monotonic();
  }

  async function waitForTurn(accountId: string, signal: AbortSignal): Promise<void> {
    const wait =
      (began.get(accountId) ?? Number.NEGATIVE_INFINITY) + MIN_POLL_MS - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal);
    began.set(accountId, clock.monotonic());
  }

  async function poll(
    accountId: string,
    client: MonitoredClient,
    signal: AbortSignal,
  ): Promise<PollOutcome> {
    const entry = watched.get(accountId);
    if (!entry) throw new Error('polled an account that is not watched');
    await waitForTurn(accountId, signal);
    const requestsBefore = client.requestCount();
    const asksVms = entry.refusedAt === null || clock.monotonic() - entry.refusedAt >= REFUSED_MS;
    const { state: before, absences } = entry;
    const readings = await pollAccount({ client, state: before, absences, asksVms, signal });
    signal.throwIfAborted();
    const after = applyReadings(before, readings);
    const events = diffVms(before.vms.value, after.vms.value);
    await turnFor(after.vms.value?.vms.length ?? 0);
    signal.throwIfAborted();
    entry.state = after;
    noteTimes(entry, readings);
    const outcome = outcomeOf(after, readings);
    const isAfterWake = entry.isWaking && isFullReading(readings);
    if (isAfterWake) entry.isWaking = false;
    const report: PollReport = {
      accountId,
      before,
      after,
      isAfterWake,
      events,
      hasFailed: outcome.hasFailed,
      asOf: dataAsOf(after, olderOf(entry.receivedAt)),
    };
    for (const listener of listeners) listener(report);
    const requestsPerPoll = client.requestCount() - requestsBefore;
    const { pace } = client;
    return { ...outcome, rateLimit: pace.rateLimit(), retryAt: pace.retryAt(), requestsPerPoll };
  }

  function each(act: (poller: Poller) => void): void {
    for (const { poller } of watched.values()) act(poller);
  }

  function remove(accountId: string): void {
    watched.get(accountId)?.poller.stop();
    watched.delete(accountId);
  }

  return {
    add(accountId, client) {
      if (watched.has(accountId)) throw new Error('this account is watched already');
      const poller = createPoller({
        poll: (signal) => poll(accountId, client, signal),
        onScheduled(at) {
          for (const listener of scheduleListeners) listener(accountId, at);
        },
        clock,
        log,
        random,
      });
      watched.set(accountId, {
        poller,
        state: UNKNOWN_STATE,
        receivedAt: NEVER,
        isWaking: false,
        absences: createAbsences(clock),
        refusedAt: null,
      });
      poller.adapt(conditions);
      poller.start();
    },
    remove,
    states: () => new Map([...watched].map(([id, { state }]) => [id, state])),
    receivedAt: (accountId) => watched.get(accountId)?.receivedAt ?? NEVER,
    onPoll(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onScheduled: (listener) => void scheduleListeners.add(listener),
    async refresh(accountId) {
      const chosen = [...watched].filter(([id]) => accountId === undefined || id === accountId);
      const times = await Promise.all(
        chosen.map(([, entry]) => {
          entry.refusedAt = null;
          return entry.poller.refresh();
        }),
      );
      const waits = times.filter((time) => time !== null);
      return waits.length === 0 ? null : Math.min(...waits);
    },
    adapt(change) {
      conditions = { ...conditions, ...change };
      each((poller) => poller.adapt(conditions));
    },
    suspend: () => each((poller) => poller.suspend()),
    resume() {
      for (const entry of watched.values()) {
        entry.isWaking = true;
        entry.poller.resume();
      }
    },
    stop() {
      for (const accountId of [...watched.keys()]) remove(accountId);
    },
  };
}
