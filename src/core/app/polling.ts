import { type AppState, isRateLimited } from '../../shared/app/index.ts';
import { describePollingProblem } from '../../shared/domain/index.ts';
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
}

/** Applies each poll to the state, notes when data gets out of date, and notifies the user. */
export function startPolling({ monitor, desktop, clock }: PollingPorts, store: StateStore): Part {
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
      for (const notification of pollNotifications(report, applied.app, applied.opened, awayMs))
        desktop.notify(notification);
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

/** The ids of the accounts that may be polled now: another request would only prolong a rate limit. */
export function unlimitedAccounts(app: Pick<AppState, 'accounts' | 'snapshots'>): string[] {
  return app.accounts.flatMap(({ id }) => (isRateLimited(app.snapshots[id]) ? [] : id));
}

type Polled = Pick<AppState, 'accounts' | 'snapshots' | 'nextPolls'>;

/**
 * The ids of the accounts that a refresh polls. Refused with the time of the next poll when all of them are limited.
 * @param accountId null: all accounts
 */
export function accountsToRefresh(app: Polled, accountId: string | null): readonly string[] {
  const accounts = app.accounts.filter(({ id }) => accountId === null || id === accountId);
  const free = unlimitedAccounts({ ...app, accounts });
  const asked = accounts.map(({ id }) => id);
  if (free.length > 0 || asked.length === 0) return free;
  const times = asked.flatMap((id) => app.nextPolls[id] ?? []);
  const retryAt = times.length === 0 ? null : Math.min(...times);
  const { message, action } = describePollingProblem({ kind: 'rateLimited', retryAt });
  return refuse('rateLimited', message, action);
}
