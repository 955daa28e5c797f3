import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/index.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RateLimit } from '../service/index.ts';
import { diffVms, type VmEvent } from './diff.ts';
import { type PolledClient, pollAccount } from './poll-account.ts';
import { outcomeOf, saysWhatItCan } from './poll-outcome.ts';
import {
  type Conditions,
  createPoller,
  type Poller,
  type PollOutcome,
  USUAL_CONDITIONS,
} from './poller.ts';
import { applyReadings, brings, type PollReadings } from './snapshot.ts';

/** An account's client, and what it knows of its own use. */
export interface MonitoredClient extends PolledClient {
  rateLimit(): RateLimit | null;
  /** Requests sent so far. */
  requestCount(): number;
}

/** When each part was last heard of, ms since the epoch. Apart from the state, because it moves when nothing changes. */
export interface Freshness {
  readonly vmsAt: number | null;
  readonly spendAt: number | null;
}

/** What a poll changed. */
export interface MonitorReport {
  readonly accountId: string;
  readonly before: AccountState;
  readonly after: AccountState;
  readonly events: readonly VmEvent[];
  /**
   * The first word on the VMs since the computer woke up: to be told in one summary. What comes before it, that the network is
   * not there yet or the spend alone, is not.
   */
  readonly isAfterWake: boolean;
}

/** Watches every account by itself: one that hangs, fails or is limited leaves the others alone. */
export interface Monitor {
  add(accountId: string, client: MonitoredClient): void;
  /** Stops watching and forgets; answers still under way are dropped. */
  remove(accountId: string): void;
  states(): ReadonlyMap<string, AccountState>;
  freshness(accountId: string): Freshness;
  /** Called after every poll that changed something. Returns its own end. */
  subscribe(listener: (report: MonitorReport) => void): () => void;
  /** Called after every poll that brought something, changed or not: an alert needs polls that agree. Returns its own end. */
  onPoll(listener: (accountId: string) => void): () => void;
  /** Polls now, one account or all, as far as the service allows. Resolves when those polls have ended. */
  refresh(accountId?: string): Promise<void>;
  adapt(change: Partial<Conditions>): void;
  suspend(): void;
  resume(): void;
  stop(): void;
}

/** What the monitor needs besides the accounts' clients. */
export interface MonitorPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

interface Watched {
  readonly poller: Poller;
  state: AccountState;
  freshness: Freshness;
  /** Nothing was heard of its VMs since the computer woke up. */
  isWaking: boolean;
  polls: number;
  /** Monotonic ms when the service last refused the VMs; they are asked for again after a while or by a person. */
  refusedAt: number | null;
}

const UNHEARD: Freshness = { vmsAt: null, spendAt: null };
const ASK_AGAIN_MS = 3_600_000;

/** `add` polls at once. Listeners are called before the account's next poll is scheduled. */
export function createMonitor({ clock, log, random }: MonitorPorts): Monitor {
  const watched = new Map<string, Watched>();
  const listeners = new Set<(report: MonitorReport) => void>();
  const hearers = new Set<(accountId: string) => void>();
  let conditions = USUAL_CONDITIONS;

  function noteFreshness(entry: Watched, readings: PollReadings): void {
    const now = clock.now();
    entry.freshness = {
      vmsAt: brings(readings.vms) ? now : entry.freshness.vmsAt,
      spendAt: brings(readings.spend) ? now : entry.freshness.spendAt,
    };
    if (readings.vms.kind === 'problem' && readings.vms.problem.kind === 'forbidden')
      entry.refusedAt = clock.monotonic();
  }

  function report(
    accountId: string,
    entry: Watched,
    before: AccountState,
    isAfterWake: boolean,
  ): void {
    if (entry.state === before) return;
    const events = diffVms(before.vms.value, entry.state.vms.value);
    for (const listener of listeners)
      listener({ accountId, before, after: entry.state, events, isAfterWake });
  }

  async function poll(
    accountId: string,
    client: MonitoredClient,
    signal: AbortSignal,
  ): Promise<PollOutcome> {
    const entry = watched.get(accountId);
    if (!entry) throw new Error('polled an account that is not watched');
    const requestsBefore = client.requestCount();
    const asksVms = entry.refusedAt === null || clock.monotonic() - entry.refusedAt >= ASK_AGAIN_MS;
    const { state, polls: turn } = entry;
    entry.polls += 1;
    const readings = await pollAccount({ client, state, asksVms, turn, signal });
    signal.throwIfAborted();
    const before = entry.state;
    entry.state = applyReadings(before, readings);
    noteFreshness(entry, readings);
    const outcome = outcomeOf(entry.state, readings);
    const isAfterWake = entry.isWaking && saysWhatItCan(readings);
    if (isAfterWake) entry.isWaking = false;
    report(accountId, entry, before, isAfterWake);
    if (!outcome.hasFailed) for (const hear of hearers) hear(accountId);
    const requestsPerPoll = client.requestCount() - requestsBefore;
    return { ...outcome, rateLimit: client.rateLimit(), requestsPerPoll };
  }

  function each(act: (poller: Poller) => void): void {
    for (const { poller } of watched.values()) act(poller);
  }

  return {
    add(accountId, client) {
      if (watched.has(accountId)) throw new Error('this account is watched already');
      const ports = {
        poll: (signal: AbortSignal) => poll(accountId, client, signal),
        clock,
        log,
        random,
      };
      const poller = createPoller(ports);
      watched.set(accountId, {
        poller,
        state: UNKNOWN_STATE,
        freshness: UNHEARD,
        isWaking: false,
        polls: 0,
        refusedAt: null,
      });
      poller.adapt(conditions);
      poller.start();
    },
    remove(accountId) {
      watched.get(accountId)?.poller.stop();
      watched.delete(accountId);
    },
    states: () => new Map([...watched].map(([id, { state }]) => [id, state])),
    freshness: (accountId) => watched.get(accountId)?.freshness ?? UNHEARD,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onPoll(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
    async refresh(accountId) {
      const chosen = [...watched].filter(([id]) => accountId === undefined || id === accountId);
      await Promise.all(
        chosen.map(([, entry]) => {
          entry.refusedAt = null;
          return entry.poller.refresh();
        }),
      );
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
      for (const accountId of [...watched.keys()]) {
        watched.get(accountId)?.poller.stop();
        watched.delete(accountId);
      }
    },
  };
}
