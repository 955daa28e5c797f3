// The panel's first screen does without this file.
import type { AppAccount } from '../accounts/accounts-slice.ts';
import { sameOwners, type Totals, totalsOf } from '../domain/index.ts';
import { type Accounts, located, statesToCount } from './app-totals.ts';

export function appTotals(app: Accounts): Totals {
  return totalsOf(statesToCount(app));
}

/** The accounts by owner: accounts that show the same VM have the same owner. */
export function accountOwners(app: Accounts): readonly (readonly AppAccount[])[] {
  return sameOwners(located(app)).map((accounts) => accounts.map(({ account }) => account));
}
