import { isDeepStrictEqual } from 'node:util';
import type { AccountPicture, AppAccount, AppState } from '../../shared/app/index.ts';

/** Of an account that was not heard of yet. */
export const UNHEARD_PICTURE: AccountPicture = {
  vms: { value: null, problem: null },
  spend: { value: null, problem: null },
  asOf: null,
};

/**
 * The accounts as they are listed now, each with the picture it had. What did not change stays the same object: the accounts
 * are read anew whenever the panel opens, and that alone should send nothing to it.
 */
export function withAccounts(
  state: Pick<AppState, 'accounts' | 'pictures'>,
  listed: readonly AppAccount[],
): Pick<AppState, 'accounts' | 'pictures'> {
  const ids = listed.map(({ id }) => id);
  const isSameSet =
    ids.length === Object.keys(state.pictures).length &&
    ids.every((id) => Object.hasOwn(state.pictures, id));
  return {
    accounts: isDeepStrictEqual(listed, state.accounts) ? state.accounts : listed,
    pictures: isSameSet
      ? state.pictures
      : Object.fromEntries(ids.map((id) => [id, state.pictures[id] ?? UNHEARD_PICTURE])),
  };
}
