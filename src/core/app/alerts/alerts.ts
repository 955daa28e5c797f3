import type { RequestInput } from '../../../shared/ipc/index.ts';
import { snoozeEnd, withSnoozes } from '../../alerts/index.ts';
import { describeInternalError } from '../../log.ts';
import {
  type Settings,
  type SettingsFile,
  withNewSnooze,
  withoutSnoozes,
} from '../../settings/index.ts';
import { applyAlertStates } from '../kernel/apply-poll.ts';
import type { Notification, Part, PartPorts } from '../kernel/ports.ts';

const TEST: Notification = {
  title: 'Test notification',
  body: 'Alerts look like this. A click opens GPU Tray.',
  destination: { kind: 'alerts' },
};

interface AlertsPorts extends Pick<PartPorts, 'store' | 'clock' | 'log' | 'deliver' | 'loaded'> {
  readonly settings: Pick<SettingsFile, 'update'>;
  readonly save: () => void;
}

export function startAlerts({ store, settings, loaded, clock, log, save, deliver }: AlertsPorts) {
  const acts = () => store.get().actsElsewhere === null;

  function apply(snoozes: NonNullable<Settings['snoozes']>): void {
    const core = store.core();
    store.apply(applyAlertStates(core, withSnoozes(core.memory.alerts, snoozes)));
    save();
  }

  /** Applies the snoozes that were set beside this process, which acts. */
  function take({ snoozes = [] }: Pick<Settings, 'snoozes'>): void {
    if (snoozes.length === 0 || !acts()) return;
    apply(snoozes);
    settings
      .update((current) => withoutSnoozes(current, snoozes))
      .catch((error) => log.warn('alerts.snoozes', describeInternalError(error)));
  }

  take(loaded);
  return {
    settingsChanged: take,
    requests: {
      async snoozeAlert({ alertId, snooze }: RequestInput<'snoozeAlert'>) {
        const until = snooze === null ? null : snoozeEnd(snooze, clock.now());
        if (!acts()) await settings.update((current) => withNewSnooze(current, { alertId, until }));
        apply([{ alertId, until }]);
      },
      testNotification: () => deliver([TEST], { urgent: true }),
    },
  } satisfies Part;
}
