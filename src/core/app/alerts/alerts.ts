import type { RequestInput } from '../../../shared/ipc/index.ts';
import { snoozeEnd, withSnooze } from '../../alerts/index.ts';
import { applyAlertStates } from '../kernel/apply-poll.ts';
import type { Notification, Part, PartPorts } from '../kernel/ports.ts';

const TEST: Notification = {
  title: 'Test notification',
  body: 'Alerts look like this. A click opens GPU Tray.',
  destination: { kind: 'alerts' },
};

interface AlertsPorts extends Pick<PartPorts, 'store' | 'clock' | 'deliver'> {
  /** Writes the alerts of the state to disk. */
  readonly save: () => void;
}

export function startAlerts({ store, clock, save, deliver }: AlertsPorts) {
  return {
    requests: {
      async snoozeAlert({ alertId, snooze }: RequestInput<'snoozeAlert'>) {
        const core = store.core();
        const until = snooze === null ? null : snoozeEnd(snooze, clock.now());
        store.apply(applyAlertStates(core, withSnooze(core.memory.alerts, alertId, until)));
        save();
      },
      testNotification: () => deliver([TEST], { urgent: true }),
    },
  } satisfies Part;
}
