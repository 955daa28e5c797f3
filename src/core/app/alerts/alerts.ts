import { alreadyRunning } from '../../../shared/acting/acting.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { snoozeEnd, withSnooze } from '../../alerts/index.ts';
import type { Notification } from '../../events/index.ts';
import { applyAlertStates } from '../kernel/apply-poll.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

const TEST: Notification = {
  title: 'Test notification',
  body: 'Alerts look like this. A click opens GPU Tray.',
  destination: { kind: 'alerts' },
};

type AlertsPorts = Pick<PartPorts, 'store' | 'clock' | 'show'> & { readonly save: () => void };

export function startAlerts({ store, clock, save, show }: AlertsPorts) {
  return {
    requests: {
      async snoozeAlert({ alertId, snooze }: RequestInput<'snoozeAlert'>) {
        const core = store.core();
        if (core.actsElsewhere !== null)
          refuse(
            'notNow',
            alreadyRunning(core.actsElsewhere.actor),
            'Quit it to snooze alerts here.',
          );
        const until = snooze === null ? null : snoozeEnd(snooze, clock.now());
        store.apply(applyAlertStates(core, withSnooze(core.memory.alerts, alertId, until)));
        save();
      },
      testNotification: async () => show(TEST),
    },
  } satisfies Part;
}
