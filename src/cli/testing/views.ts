import { spend, vm } from '../../core/monitor/testing/records.ts';
import type { AccountState, Problem, Spend, Vm } from '../../shared/domain/index.ts';
import type { AccountView } from '../status/account-view.ts';

export { spend, vm };

/** ms since the epoch; what `view` makes was seen five seconds before. */
export const NOW = Date.UTC(2026, 0, 2, 12);

interface Figures {
  readonly vms?: readonly Vm[] | null;
  readonly skipped?: number;
  readonly vmsProblem?: Problem;
  readonly spend?: Spend | null;
  readonly spendProblem?: Problem;
}

/** An account that was seen five seconds ago, with these figures. */
export function view(
  { vms = [], skipped = 0, spend: figures = spend(), ...problems }: Figures = {},
  change: Partial<AccountView> = {},
): AccountView {
  const state: AccountState = {
    vms: {
      value: vms === null ? null : { vms, skipped },
      problem: problems.vmsProblem ?? null,
    },
    spend: { value: figures, problem: problems.spendProblem ?? null },
  };
  return {
    id: 'account-1',
    label: 'ada@example.com',
    baseUrl: 'https://api.example.com',
    state,
    asOf: NOW - 5_000,
    ...change,
  };
}
