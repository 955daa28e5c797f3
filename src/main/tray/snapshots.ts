import type { AppState } from '../../shared/app/index.ts';
import { type AccountState, UNKNOWN_STATE } from '../../shared/domain/index.ts';

/** What is known of each account, in the order of the accounts. */
export function snapshotsOf(state: AppState): readonly AccountState[] {
  return state.accounts.map(({ id }) => state.snapshots[id] ?? UNKNOWN_STATE);
}
