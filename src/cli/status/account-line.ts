import { type AccountState, accountProblem, isBillingOnly } from '../../shared/domain/index.ts';
import { problemLine } from '../command-error.ts';

/**
 * What there is to say of an account as one line, or null. A key that may see billing only is told as what it is: "not
 * allowed to do that" would leave open what, and the figures beside it are fresh.
 */
export function accountLine(state: AccountState): string | null {
  const problem = accountProblem(state);
  if (problem === null) return null;
  if (problem.kind !== 'forbidden' || !isBillingOnly(state)) return problemLine(problem);
  const words = problem.detail === null ? '' : ` (${problem.detail.replace(/[.\s]+$/, '')})`;
  return `VMs are not shown, since this credential may see billing only${words}; use an API key that may read VMs.`;
}
