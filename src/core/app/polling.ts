import { type AppState, accountPrefix } from '../../shared/app/index.ts';
import {
  accountProblem,
  describePollingProblem,
  type Problem,
  UNKNOWN_STATE,
} from '../../shared/domain/index.ts';
import type { Clock } from '../clock.ts';
import type { Monitor } from '../monitor/index.ts';
import type { DesktopPorts, Part } from './application.ts';
import { applyPoll, withNextPoll } from './apply.ts';
import { nextOutOfDate, withFreshness } from './freshness.ts';
import { pollNotifications } from './notifications.ts';
import { refuse } from './refusal-error.ts';
import type { StateStore } from './state-store.ts';

export interface PollingPorts {
  readonly monitor: Pick<Monitor, 'onScheduled' | 'adapt' | 'suspend' | 'resume' | 'stop'>;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Resolves when the alerts of the state are on disk, or could not be written. */
  readonly alertsSaved: () => Promise<void>;
}

/** Applies each poll to the state, notes when data gets out of date, and notifies the user. */
export function startPolling(
  { monitor, desktop, clock, alertsSaved }: PollingPorts,
  store: StateStore,
): Part {
  let sleptAt: number | null = null;
  let cancelTimer = () => {};

  function updateFreshness(): void {
    store.apply(withFreshness(store.core(), clock.now()));
    schedule();
  }

  /** Data gets out of date without a poll, too. */
  function schedule(): void {
    cancelTimer();
    const at = nextOutOfDate(store.core());
    cancelTimer = at === null ? () => {} : clock.after(at - clock.now(), updateFreshness);
  }

  function settingsChanged(): void {
    monitor.adapt({ idleMs: store.get().preferences.idleSeconds * 1000 });
  }

  monitor.onScheduled((accountId, at) => store.set(withNextPoll(store.get(), accountId, at)));
  settingsChanged();
  monitor.adapt({ isOnline: store.get().surroundings.isOnline });
  return {
    polled(report) {
      const now = clock.now();
      const applied = applyPoll(store.core(), report, now);
      store.apply(applied);
      schedule();
      const awayMs = sleptAt === null ? null : now - sleptAt;
      const found = pollNotifications(report, applied.app, applied, { now, awayMs });
      const notify = () => {
        for (const notification of found) desktop.notify(notification);
      };
      // First on disk: a process that is killed in between would notify of the same alert again.
      if (applied.opened.length + applied.ended.length > 0) void alertsSaved().then(notify);
      else notify();
    },
    settingsChanged,
    accountsChanged: updateFreshness,
    online(isOnline) {
      updateFreshness();
      monitor.adapt({ isOnline });
    },
    suspended() {
      cancelTimer();
      sleptAt = clock.now();
      monitor.suspend();
    },
    resumed: () => monitor.resume(),
    panelOpened: (isPanelOpen) => monitor.adapt({ isPanelOpen }),
    stop() {
      cancelTimer();
      monitor.stop();
    },
  };
}

/**
 * Refuses a refresh of accounts that the service limits, with the time of their next poll.
 * @param waits ms since the epoch by account id; null: polled
 */
export function refuseLimited(
  { accounts, snapshots }: Pick<AppState, 'accounts' | 'snapshots'>,
  waits: ReadonlyMap<string, number | null>,
): void {
  const limited = accounts.flatMap((account) => {
    const retryAt = waits.get(account.id) ?? null;
    return retryAt === null ? [] : [{ account, retryAt }];
  });
  const [first] = limited.toSorted((a, b) => a.retryAt - b.retryAt);
  if (first === undefined) return;
  const { account, retryAt } = first;
  const known = accountProblem(snapshots[account.id] ?? UNKNOWN_STATE);
  const problem: Problem =
    known?.kind === 'server' ? { ...known, retryAt } : { kind: 'rateLimited', retryAt };
  const { message, action } = describePollingProblem(problem);
  refuse('rateLimited', `${accountPrefix(accounts, account)}${message}`, action);
}
