import type { AppEvent, Application } from '../../core/app/index.ts';
import type { Clock } from '../../core/clock.ts';
import { MINUTE_MS, shortLabel } from '../../shared/format/index.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { findVm } from '../../shared/state/index.ts';

/** A stop that is not confirmed after the first time is an alert, repeated after each of the other. */
const UNCONFIRMED_MS = 5 * MINUTE_MS;
const REPEAT_MS = 15 * MINUTE_MS;

/** Returns the alerts that are due. A stop counts from when it was first seen: this program may have been off for hours. */
export function unconfirmedAlerts(
  { state, unconfirmedStops }: Pick<Application, 'state' | 'unconfirmedStops'>,
  clock: Clock,
): () => readonly AppEvent[] {
  /** Monotonic ms of the next alert, by `vmKey`. */
  let due: ReadonlyMap<string, number> = new Map();
  return () => {
    const now = clock.monotonic();
    const next = new Map<string, number>();
    const alerts = unconfirmedStops().flatMap(({ autoStop, at }): readonly AppEvent[] => {
      const { accountId, vmId, name, limit, progress } = autoStop;
      const key = vmKey(accountId, vmId);
      const dueAt = due.get(key) ?? now + UNCONFIRMED_MS;
      // An interrupted one is stopped when it runs again.
      const isDue = now >= dueAt && progress?.kind !== 'interrupted';
      next.set(key, isDue ? now + REPEAT_MS : dueAt);
      if (!isDue) return [];
      const status = findVm(state(), autoStop)?.status;
      const reason = `${status === undefined ? 'Not in the last list' : `Last reading: ${shortLabel(status)}`}.`;
      const outcome = { kind: 'unconfirmed', at, reason } as const;
      const about = { accountId, vmId, name, limit, isReminder: false, outcome };
      return [{ kind: 'autoStop', at: clock.now(), ...about }];
    });
    due = next;
    return alerts;
  };
}
