import {
  type AccountState,
  dataAsOf,
  UNKNOWN_STATE,
  vmsOf,
} from '../../shared/domain/account-state.ts';
import { sleep } from '../clock.ts';
import { turnFor } from '../own-turn.ts';
import type { AccountClient, RequestPace } from '../providers/index.ts';
import { createAbsences } from './absences.ts';
import type { Conditions } from './pace.ts';
import { type PolledClient, pollAccount } from './poll-account.ts';
import { createPoller, DEFAULT_CONDITIONS, type PollerPorts, type PollOutcome } from './poller.ts';
import { createRefusals } from './refusals.ts';
import { createRuns } from './runs.ts';
import { applyReadings, diffVms, isFullReading, outcomeOf, type VmEvent } from './snapshot.ts';

/** An account's client, and when the service wants its next request. */
export interface MonitoredClient extends PolledClient {
  readonly pace: Pick<RequestPace, 'rateLimit' | 'retryAt'>;
  /** Requests sent so far. */
  requestCount(): number;
  readonly onProgress?: AccountClient['onProgress'];
}

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

export type Monitor = ReturnType<typeof createMonitor>;

/** The clock, the log and the source of jitter of all pollers. */
export type MonitorPorts = Omit<PollerPorts, 'poll' | 'onScheduled'>;

/** A list that takes longer shows its progress. */
const PROGRESS_MS = 3_000;

const MIN_POLL_MS = 1_000;

interface AccountPorts extends MonitorPorts {
  readonly client: MonitoredClient;
  readonly waitForTurn: (signal: AbortSignal) => Promise<void>;
  readonly report: (report: Omit<PollReport, 'accountId'>) => void;
  readonly onScheduled: PollerPorts['onScheduled'];
}

function createAccountPoller(ports: AccountPorts) {
  const { client, clock } = ports;
  const absences = createAbsences(clock);
  const withRuns = createRuns(clock);
  let state = UNKNOWN_STATE;
  let savedIds: readonly string[] = [];
  let vmsAt: number | null = null;
  let spendAt: number | null = null;
  const refusals = { vms: createRefusals(clock), spend: createRefusals(clock) };
  /** A refresh requests the VMs also after a 403. */
  let isRefresh = false;
  /** No full reading since the computer woke up. */
  let isWaking = false;

  async function poll(signal: AbortSignal): Promise<PollOutcome> {
    await ports.waitForTurn(signal);
    const requestsBefore = client.requestCount();
    const asksVms = isRefresh || (refusals.vms.retryAt() ?? 0) <= clock.monotonic();
    isRefresh = false;
    const before = state;
    const goneIds: string[] = [];
    const answers = await pollAccount({
      client,
      state,
      absences,
      asksVms,
      signal,
      withRuns,
      savedIds,
      onGone: (vmId) => goneIds.push(vmId),
    });
    signal.throwIfAborted();
    const readings = {
      vms: refusals.vms.noted(answers.vms),
      spend: refusals.spend.noted(answers.spend),
    };
    const after = applyReadings(before, readings);
    const events = diffVms(before.vms.value, after.vms.value);
    await turnFor(vmsOf(after).length);
    signal.throwIfAborted();
    state = after;
    const { vms, spend } = readings;
    // An incomplete list is as old as the last complete one.
    if (vms.kind === 'value' && vms.value.isComplete) vmsAt = clock.now();
    if (spend.kind === 'value') spendAt = clock.now();
    const { isForbidden, ...outcome } = outcomeOf(after, readings);
    const forbiddenUntil = isForbidden ? refusals.vms.retryAt() : null;
    const isAfterWake = isWaking && isFullReading(readings);
    if (isAfterWake) isWaking = false;
    const receivedAt = [vmsAt, spendAt].filter((at) => at !== null);
    ports.report({
      before,
      after,
      isAfterWake,
      events,
      goneIds,
      hasFailed: outcome.hasFailed,
      asOf: dataAsOf(after, receivedAt.length === 0 ? null : Math.min(...receivedAt)),
    });
    const requestsPerPoll = client.requestCount() - requestsBefore;
    const { pace } = client;
    const paced = { rateLimit: pace.rateLimit(), retryAt: pace.retryAt(), requestsPerPoll };
    return { ...outcome, ...paced, forbiddenUntil };
  }

  const poller = createPoller({ ...ports, poll });
  return {
    ...poller,
    setSavedIds(ids: readonly string[]) {
      savedIds = ids;
    },
    refresh() {
      isRefresh = true;
      return poller.refresh();
    },
    resume() {
      isWaking = true;
      poller.resume();
    },
  };
}

/** Polls each account on its own: an account that hangs, fails or is rate limited does not delay the others. */
export function createMonitor(ports: MonitorPorts) {
  const { clock } = ports;
  const pollers = new Map<string, ReturnType<typeof createAccountPoller>>();
  const listeners = new Set<(report: PollReport) => void>();
  const scheduleListeners = new Set<(accountId: string, at: number | null) => void>();
  const progressListeners = new Set<
    (accountId: string, read: number, total: number | null) => void
  >();
  /** Monotonic ms of each account's last poll. Kept when it is removed, since signing in again adds it again. */
  const began = new Map<string, number>();
  let conditions = DEFAULT_CONDITIONS;
  let isStopped = false;

  async function waitForTurn(accountId: string, signal: AbortSignal): Promise<void> {
    const last = began.get(accountId) ?? Number.NEGATIVE_INFINITY;
    const wait = last + MIN_POLL_MS - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal);
    began.set(accountId, clock.monotonic());
  }

  /** Forgets the account; answers that are still pending are dropped. */
  function remove(accountId: string): void {
    pollers.get(accountId)?.stop();
    pollers.delete(accountId);
  }

  return {
    /** Polls at once. */
    add(accountId: string, client: MonitoredClient): void {
      if (pollers.has(accountId)) throw new Error('this account is watched already');
      const poller = createAccountPoller({
        ...ports,
        client,
        waitForTurn: (signal) => waitForTurn(accountId, signal),
        report(report) {
          for (const listener of listeners) listener({ accountId, ...report });
        },
        onScheduled(at) {
          for (const listener of scheduleListeners) listener(accountId, at);
        },
      });
      pollers.set(accountId, poller);
      client.onProgress?.((read, total) => {
        const isLong = clock.monotonic() - (began.get(accountId) ?? 0) >= PROGRESS_MS;
        if (!isLong || pollers.get(accountId) !== poller) return;
        for (const listener of progressListeners) listener(accountId, read, total);
      });
      poller.adapt(conditions);
      if (!isStopped) poller.start();
    },
    remove,
    /** The ids of VMs in our files: the next polls confirm that VMs missing from the list are gone. */
    setSavedIds: (accountId: string, ids: readonly string[]) =>
      pollers.get(accountId)?.setSavedIds(ids),
    /** Called after every poll, before the account's next one is scheduled. Returns the unsubscribe. */
    onPoll(listener: (report: PollReport) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** `at`: of the account's next poll, ms since the epoch; null: its polls are paused. */
    onScheduled(listener: (accountId: string, at: number | null) => void): void {
      scheduleListeners.add(listener);
    },
    /** Called while a list is read that takes long. @param total null: unknown */
    onProgress(listener: (accountId: string, read: number, total: number | null) => void): void {
      progressListeners.add(listener);
    },
    /** Polls one account, or all, and waits for the end. @returns null; where the service limits requests, the time of the next poll */
    async refresh(accountId?: string): Promise<number | null> {
      const chosen = [...pollers].filter(([id]) => accountId === undefined || id === accountId);
      const times = await Promise.all(chosen.map(([, poller]) => poller.refresh()));
      const waits = times.filter((time) => time !== null);
      return waits.length === 0 ? null : Math.min(...waits);
    },
    adapt(change: Partial<Conditions>): void {
      conditions = { ...conditions, ...change };
      for (const poller of pollers.values()) poller.adapt(conditions);
    },
    suspend(): void {
      for (const poller of pollers.values()) poller.suspend();
    },
    resume(): void {
      for (const poller of pollers.values()) poller.resume();
    },
    /** Permanent. */
    stop(): void {
      isStopped = true;
      for (const accountId of [...pollers.keys()]) remove(accountId);
    },
  };
}
