import type { Clock } from '../clock.ts';
import type { Monitor } from '../monitor/index.ts';
import type { DesktopPorts, Part } from './application.ts';
import { applyPoll } from './apply.ts';
import { pollNotifications } from './notifications.ts';
import type { StateStore } from './state-store.ts';

export interface PollingPorts {
  readonly monitor: Pick<Monitor, 'adapt' | 'suspend' | 'resume' | 'stop'>;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Applies each poll to the state and notifies the user. */
export function startPolling({ monitor, desktop, clock }: PollingPorts, store: StateStore): Part {
  let sleptAt: number | null = null;

  function settingsChanged(): void {
    monitor.adapt({ idleMs: store.get().preferences.idleSeconds * 1000 });
  }

  settingsChanged();
  monitor.adapt({ isOnline: store.get().surroundings.isOnline });
  return {
    polled(report) {
      const now = clock.now();
      const applied = applyPoll(store.core(), report, now);
      store.apply(applied);
      const awayMs = sleptAt === null ? null : now - sleptAt;
      for (const notification of pollNotifications(report, applied.app, applied.opened, awayMs))
        desktop.notify(notification);
    },
    settingsChanged,
    online: (isOnline) => monitor.adapt({ isOnline }),
    suspended() {
      sleptAt = clock.now();
      monitor.suspend();
    },
    resumed: () => monitor.resume(),
    stop: () => monitor.stop(),
  };
}
