import { isDeepStrictEqual } from 'node:util';
import type { AccountSnapshot, AppAccount, AppState } from '../../shared/app/index.ts';

/** Of an account that was not heard of yet. */
export const EMPTY_SNAPSHOT: AccountSnapshot = {
  vms: { value: null, problem: null },
  spend: { value: null, problem: null },
  asOf: null,
};

/**
 * The accounts as they are listed now, each with the snapshot it had. What did not change stays the same object: the accounts
 * are read anew whenever the panel opens, and that alone should send nothing to it.
 */
export function withAccounts(
  state: Pick<AppState, 'accounts' | 'snapshots'>,
  listed: readonly AppAccount[],
): Pick<AppState, 'accounts' | 'snapshots'> {
  const ids = listed.map(({ id }) => id);
  const isSameSet =
    ids.length === Object.keys(state.snapshots).length &&
    ids.every((id) => Object.hasOwn(state.snapshots, id));
  return {
    accounts: isDeepStrictEqual(listed, state.accounts) ? state.accounts : listed,
    snapshots: isSameSet
      ? state.snapshots
      : Object.fromEntries(ids.map((id) => [id, state.snapshots[id] ?? EMPTY_SNAPSHOT])),
  };
}
