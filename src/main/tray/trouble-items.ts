import type { AppState } from '../../shared/app/index.ts';
import {
  accountProblem,
  accountStatus,
  describePollingProblem,
} from '../../shared/domain/index.ts';
import { clipped, printable } from '../../shared/format/index.ts';
import { action, type TrayMenuItem } from './menu-item.ts';

const MAX_TROUBLES = 5;
const MAX_OWNER = 20;

function accountTroubles(state: AppState): readonly string[] {
  return state.accounts.flatMap(({ id, label }) => {
    const snapshot = state.snapshots[id];
    if (snapshot === undefined) return [];
    const problem = accountProblem(snapshot);
    // What the scope of a key does not allow is no trouble: such an account is live.
    if (problem === null || accountStatus(snapshot) === 'live') return [];
    const owner = state.accounts.length > 1 ? `${clipped(printable(label), MAX_OWNER)}: ` : '';
    return [`${owner}${describePollingProblem(problem).short}`];
  });
}

/** What is wrong, one line each; a click leads to the panel, where the next step is. */
export function troubleItems(state: AppState): readonly TrayMenuItem[] {
  const troubles = [
    ...(state.surroundings.isOnline ? [] : ['This computer is offline.']),
    ...(state.keychain === 'waiting' ? ['Waiting for your keychain.'] : []),
    ...accountTroubles(state),
    ...(state.notice === null ? [] : [state.notice]),
  ];
  return troubles.slice(0, MAX_TROUBLES).map((trouble) => action(trouble, { kind: 'openPanel' }));
}
