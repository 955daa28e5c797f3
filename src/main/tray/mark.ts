import { type AppState, appTotals, isLoud } from '../../shared/app/index.ts';
import { accountStatus } from '../../shared/domain/index.ts';
import { snapshotsOf } from './snapshots.ts';

export const TRAY_MARKS = ['signedOut', 'idle', 'billing', 'alert', 'stale'] as const;
/** What the icon says. Its forms are in `resources/icons`. */
export type TrayMark = (typeof TRAY_MARKS)[number];

/** The one thing to say: what needs its owner most. @param now ms since the epoch */
export function markOf(state: AppState, now: number): TrayMark {
  const snapshots = snapshotsOf(state);
  const statuses = snapshots.map(accountStatus);
  if (statuses.every((status) => status === 'signedOut')) return 'signedOut';
  if (state.alerts.some((alert) => isLoud(alert, now))) return 'alert';
  const isFresh = statuses.every((status) => status === 'live' || status === 'starting');
  if (!isFresh || !state.surroundings.isOnline) return 'stale';
  const { running, ratePerHour } = appTotals(state);
  return running > 0 || (ratePerHour ?? 0) > 0 ? 'billing' : 'idle';
}
