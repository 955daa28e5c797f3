import { EventEmitter } from 'node:events';
import type { Conditions } from './pace.ts';
import {
  createPoller,
  type MonitorEvents,
  type MonitoredClient,
  type MonitorPorts,
} from './poller.ts';

export type Monitor = ReturnType<typeof createMonitor>;

/** Polls each account on its own: an account that hangs, fails or is rate limited does not delay the others. */
export function createMonitor(ports: MonitorPorts) {
  const pollers = new Map<string, ReturnType<typeof createPoller>>();
  const events = new EventEmitter<MonitorEvents>();
  let conditions: Conditions = { isPanelOpen: false, isScreenLocked: false, isOnline: true };
  const began = new Map<string, number>();
  let isStopped = false;

  /** Forgets the account; answers that are still pending are dropped. */
  function remove(accountId: string): void {
    pollers.get(accountId)?.stop();
    pollers.delete(accountId);
  }

  return {
    events,
    /** Polls at once, unless the monitor was stopped, as during a sign-in. */
    add(accountId: string, client: MonitoredClient): void {
      if (isStopped) return;
      const account = { ...ports, accountId, client, events, began };
      pollers.set(accountId, createPoller(account, conditions));
    },
    remove,
    /** The ids of VMs in our files: the next polls confirm that VMs missing from the list are gone. */
    setSavedIds: (accountId: string, ids: readonly string[]) =>
      pollers.get(accountId)?.setSavedIds(ids),
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
