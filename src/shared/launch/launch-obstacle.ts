import { isBillingOnly } from '../domain/account-state.ts';
import { describePollingProblem } from '../domain/problem-text.ts';
import type { OperationsSlice } from '../operations/operations.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';

/** Why the key of an account can launch nothing; undefined: it may. */
export function launchObstacle(
  { snapshots, refusedWrites }: Pick<PollingSlice & OperationsSlice, 'snapshots' | 'refusedWrites'>,
  accountId: string,
): string | undefined {
  const snapshot = snapshots[accountId];
  const problem = snapshot !== undefined && isBillingOnly(snapshot) ? snapshot.vms.problem : null;
  if (accountId in refusedWrites || problem === null) return refusedWrites[accountId];
  const { message, action } = describePollingProblem(problem);
  return `${message} ${action}`;
}
