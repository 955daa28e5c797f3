import type { RequestInput } from '../../../shared/ipc/index.ts';
import { snoozeEnd, withSnooze } from '../../alerts/index.ts';
import type { Clock } from '../../clock.ts';
import { applyAlertStates } from '../kernel/apply-poll.ts';
import type { Part } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';

export interface AlertsPorts {
  readonly store: StateStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Writes the alerts of the state to disk. */
  readonly save: () => void;
}

/** Snoozes alerts. */
export function startAlerts({ store, clock, save }: AlertsPorts) {
  return {
    requests: {
      async snoozeAlert({ alertId, snooze }: RequestInput<'snoozeAlert'>) {
        const core = store.core();
        const until = snooze === null ? null : snoozeEnd(snooze, clock.now());
        store.apply(applyAlertStates(core, withSnooze(core.memory.alerts, alertId, until)));
        save();
      },
    },
  } satisfies Part;
}
