import type { RequestInput } from '../../../shared/ipc/index.ts';
import { snoozeEnd, withSnoozes } from '../../alerts/index.ts';
import type { Notification } from '../../events/index.ts';
import { describeInternalError } from '../../log.ts';
import {
  type Settings,
  type SettingsFile,
  withNewSnooze,
  withoutSnoozes,
} from '../../settings/index.ts';
import { applyAlertStates } from '../kernel/apply-poll.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';

const TEST: Notification = {
  title: 'Test notification',
  body: 'Alerts look like this. A click opens GPU Tray.',
  destination: { kind: 'alerts' },
};

interface AlertsPorts
  extends Pick<PartPorts, 'store' | 'clock' | 'log' | 'show' | 'loaded' | 'settingsChanged'> {
  readonly settings: Pick<SettingsFile, 'update'>;
}

export function startAlerts(ports: AlertsPorts) {
  const { store, settings, loaded, clock, log, show } = ports;

  function apply(snoozes: NonNullable<Settings['snoozes']>): void {
    const core = store.core();
    store.apply(applyAlertStates(core, withSnoozes(core.memory.alerts, snoozes)));
  }

  /** Moves snoozes from the settings, where a viewer writes them too, to the alerts. */
  function take({ snoozes = [] }: Pick<Settings, 'snoozes'>): void {
    if (snoozes.length === 0) return;
    apply(snoozes);
    settings
      .update((current) => withoutSnoozes(current, snoozes))
      .catch((error) => log.warn('alerts.snoozes', describeInternalError(error)));
  }

  return {
    begin: () => take(loaded),
    settingsChanged: take,
    requests: {
      async snoozeAlert({ alertId, snooze }: RequestInput<'snoozeAlert'>) {
        const until = snooze === null ? null : snoozeEnd(snooze, clock.now());
        const next = await settings.update((current) => withNewSnooze(current, { alertId, until }));
        apply([{ alertId, until }]);
        ports.settingsChanged(next);
      },
      testNotification: async () => show(TEST),
    },
  } satisfies Part;
}
