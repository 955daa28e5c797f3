import type { Conditions } from './pace.ts';
import {
  type AccountPoll,
  createPoller,
  type MonitoredClient,
  type MonitorPorts,
} from './poller.ts';

export interface PollReport extends AccountPoll {
  readonly accountId: string;
}

export type Monitor = ReturnType<typeof createMonitor>;

/** Polls each account on its own: an account that hangs, fails or is rate limited does not delay the others. */
export function createMonitor(ports: MonitorPorts) {
  const pollers = new Map<string, ReturnType<typeof createPoller>>();
  const listeners = new Set<(report: PollReport) => void>();
  const scheduleListeners = new Set<(accountId: string, at: number | null) => void>();
  const progressListeners = new Set<
    (accountId: string, read: number, total: number | null) => void
  >();
  let conditions: Conditions = { isPanelOpen: false, isScreenLocked: false, isOnline: true };
  let isStopped = false;

  /** Forgets the account; answers that are still pending are dropped. */
  function remove(accountId: string): void {
    pollers.get(accountId)?.stop();
    pollers.delete(accountId);
  }

  return {
    /** Polls at once, unless the monitor was stopped, as during a sign-in. */
    add(accountId: string, client: MonitoredClient): void {
      if (isStopped) return;
      const accountPorts = {
        ...ports,
        client,
        report(poll: AccountPoll) {
          for (const listener of listeners) listener({ accountId, ...poll });
        },
        onScheduled(at: number | null) {
          for (const listener of scheduleListeners) listener(accountId, at);
        },
        onProgress(read: number, total: number | null) {
          if (pollers.get(accountId) !== poller) return;
          for (const listener of progressListeners) listener(accountId, read, total);
        },
      };
      const poller = createPoller(accountPorts, conditions);
      pollers.set(accountId, poller);
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
