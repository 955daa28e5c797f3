import type { AppState } from '../shared/app/index.ts';
import { accountStatus } from '../shared/domain/index.ts';
import { ago } from './ui/ago.ts';

type Facts = Pick<AppState, 'accounts' | 'pictures' | 'surroundings'>;

/** How fresh the picture of all accounts is, in words. @param now ms since the epoch */
export function freshnessWords({ accounts, pictures, surroundings }: Facts, now: number): string {
  const known = accounts.map(({ id }) => pictures[id]);
  const old = known.filter(
    (picture) =>
      picture !== undefined && !(surroundings.isOnline && accountStatus(picture) === 'live'),
  );
  const times = old.flatMap((picture) => picture?.asOf ?? []);
  if (times.length > 0) return `Updated ${ago(Math.min(...times), now)}`;
  if (!surroundings.isOnline && known.length > 0) return 'Nothing heard yet';
  const isAsking = known.some(
    (picture) => picture === undefined || accountStatus(picture) === 'starting',
  );
  if (isAsking) return 'Asking…';
  return old.length > 0 ? 'Nothing heard yet' : 'Live';
}
