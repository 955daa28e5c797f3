import {
  type AccountState,
  countedOnce,
  type LocatedState,
  sameOwners,
  type Totals,
  totalsOf,
  UNKNOWN_STATE,
} from '../domain/index.ts';
import type { AppAccount, AppState } from './app-state.ts';

type Accounts = Pick<AppState, 'accounts' | 'snapshots'>;

function located({
  accounts,
  snapshots,
}: Accounts): readonly (LocatedState & { readonly account: AppAccount })[] {
  return accounts.map((account) => ({
    account,
    baseUrl: account.baseUrl,
    state: snapshots[account.id] ?? UNKNOWN_STATE,
  }));
}

/** What there is to count: one state for each owner. */
export function statesToCount(app: Accounts): readonly AccountState[] {
  return countedOnce(located(app));
}

/** All accounts together. Where two are of one owner, what both show counts once. */
export function appTotals(app: Accounts): Totals {
  return totalsOf(statesToCount(app));
}

/** The accounts by owner: two are of one where both show the same VM. */
export function accountOwners(app: Accounts): readonly (readonly AppAccount[])[] {
  return sameOwners(located(app)).map((theirs) => theirs.map(({ account }) => account));
}
