import type { AccountsSlice } from '../accounts/accounts-slice.ts';
import { accountProblem } from '../domain/account-state.ts';
import { capitalized, clockTime, shortDate } from '../format/index.ts';
import type { AccountSnapshot, Freshness, PollingSlice } from './polling-slice.ts';

/** Whether the VMs or the spend of an account are out of date. The other part alone may fail. */
export const isOld = (part: 'vms' | 'spend', snapshot: AccountSnapshot): boolean =>
  snapshot.freshness === 'outOfDate' &&
  (snapshot[part].problem !== null || accountProblem(snapshot) === null);

type Snapshots = Pick<AccountsSlice, 'accounts'> & Pick<PollingSlice, 'snapshots'>;

/** `partly`: at least one account is out of date, and at least one is not. */
function kindOf(
  snapshots: readonly (AccountSnapshot | undefined)[],
  outOfDate: number,
): Freshness | 'partly' {
  if (outOfDate > 0) return outOfDate < snapshots.length ? 'partly' : 'outOfDate';
  const kinds = snapshots.map((snapshot) => snapshot?.freshness ?? 'starting');
  if (kinds.includes('starting')) return 'starting';
  return kinds.includes('retrying') ? 'retrying' : 'live';
}

/** The freshness that the tray and the footer show. Live without accounts. */
export function appFreshness({ accounts, snapshots }: Snapshots) {
  const all = accounts.map(({ id }) => snapshots[id]);
  const old = all.filter((snapshot) => snapshot?.freshness === 'outOfDate');
  const times = old.flatMap((snapshot) => snapshot?.asOf ?? []);
  return {
    kind: kindOf(all, old.length),
    /** When the oldest snapshot that is out of date was received, ms since the epoch; null: none is, or none was received. */
    asOf: times.length === 0 ? null : Math.min(...times),
    outOfDate: old.length,
    accounts: all.length,
  };
}

/** When the first account whose last poll failed is polled again, ms since the epoch; null: none is. */
export function nextRetry({
  nextPolls,
  environment,
}: Pick<PollingSlice, 'nextPolls'> & {
  readonly environment: { readonly isOnline: boolean };
}): number | null {
  const times = environment.isOnline ? Object.values(nextPolls) : [];
  return times.length === 0 ? null : Math.min(...times);
}

/** `22:19`, or `Nov 21, 22:19` unless it is today's. @param at @param now ms since the epoch */
export function asOfTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? clockTime(at) : `${shortDate(at)}, ${clockTime(at)}`;
}

/** The label of the footer, and the end of the tray's tooltip. @param now ms since the epoch */
export function freshnessLabel(
  { kind, asOf, outOfDate, accounts }: ReturnType<typeof appFreshness>,
  now: number,
): string {
  const age = asOf === null ? 'no data yet' : `as of ${asOfTime(asOf, now)}`;
  switch (kind) {
    case 'starting':
      return 'Connecting…';
    case 'live':
      return 'Up to date';
    case 'retrying':
      return 'Retrying…';
    case 'partly':
      return `${outOfDate} of ${accounts} accounts: ${age}`;
    case 'outOfDate':
      return capitalized(age);
  }
}
