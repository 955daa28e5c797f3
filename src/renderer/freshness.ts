import type { AppState } from '../shared/app/index.ts';
import { accountStatus } from '../shared/domain/index.ts';
import { ago } from './ui/time.ts';

type FreshnessState = Pick<AppState, 'accounts' | 'snapshots' | 'surroundings'>;

export const UP_TO_DATE = 'Up to date';
const CONNECTING = 'Connecting…';
const NO_DATA = 'No data yet';

/** Freshness of all accounts: the age of the oldest snapshot that is no longer live. @param now ms since the epoch */
export function freshnessLabel(state: FreshnessState, now: number): string {
  const { isOnline } = state.surroundings;
  const snapshots = state.accounts.map(({ id }) => state.snapshots[id]);
  const stale = snapshots.filter(
    (snapshot) => snapshot !== undefined && !(isOnline && accountStatus(snapshot) === 'live'),
  );
  const times = stale.flatMap((snapshot) => snapshot?.asOf ?? []);
  if (times.length > 0) return `Updated ${ago(Math.min(...times), now)}`;
  if (!isOnline && snapshots.length > 0) return NO_DATA;
  const isConnecting = snapshots.some(
    (snapshot) => snapshot === undefined || accountStatus(snapshot) === 'starting',
  );
  if (isConnecting) return CONNECTING;
  return stale.length > 0 ? NO_DATA : UP_TO_DATE;
}
