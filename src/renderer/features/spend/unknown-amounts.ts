import type { AccountSnapshot, AppState } from '../../../shared/app/index.ts';
import { describePollingProblem, type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { reasons } from './messages.ts';

/** Why the spend of an account gives no rate, and what happens next; null: it gives one. */
function spendReason(snapshot: AccountSnapshot | undefined): string | null {
  const { value, problem } = snapshot?.spend ?? { value: null, problem: null };
  if (value !== null && value.perHour !== null) return null;
  if (problem === null) return value === null ? reasons.connecting : reasons.noRate;
  const { message, action } = describePollingProblem(problem);
  return `${message} ${action}`;
}

/** Why the rate of all accounts is unknown; null: no account is the reason. */
export function rateReason({ accounts, snapshots }: AppState): string | null {
  return accounts.map(({ id }) => spendReason(snapshots[id])).find((why) => why !== null) ?? null;
}

/** Why the current cost of a VM is unknown. @param snapshot of its account */
export function vmRateReason(vm: Vm, snapshot: AccountSnapshot | undefined): string {
  const why = snapshot?.spend.value ? null : spendReason(snapshot);
  if (why !== null) return why;
  return vmPhase(vm.status) === 'changing' ? reasons.changing : reasons.notListed;
}
