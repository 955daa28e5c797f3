import type { AppState } from '../shared/app/index.ts';
import { accountStatus } from '../shared/domain/index.ts';
import { ago } from './ui/ago.ts';

type Facts = Pick<AppState, 'accounts' | 'snapshots' | 'surroundings'>;

/** How fresh the snapshot of all accounts is, in words. @param now ms since the epoch */
export function freshnessWords({ accounts, snapshots, surroundings }: Facts, now: number): string {
  const known = accounts.map(({ id }) => snapshots[id]);
  const old = known.filter(
    (snapshot) =>
      snapshot !== undefined && !(surroundings.isOnline && accountStatus(snapshot) === 'live'),
  );
  const times = old.flatMap((snapshot) => snapshot?.asOf ?? []);
  if (times.length > 0) return `Updated ${ago(Math.min(...times), now)}`;
  if (!surroundings.isOnline && known.length > 0) return 'Nothing heard yet';
  const isAsking = known.some(
    (snapshot) => snapshot === undefined || accountStatus(snapshot) === 'starting',
  );
  if (isAsking) return 'Asking…';
  return old.length > 0 ? 'Nothing heard yet' : 'Live';
}
