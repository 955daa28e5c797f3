import type { AppState } from '../../shared/app/index.ts';
import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/index.ts';

/** What is known of each account, in the order of the accounts. */
export function picturesOf(state: AppState): readonly AccountState[] {
  return state.accounts.map(({ id }) => state.pictures[id] ?? UNKNOWN_STATE);
}
