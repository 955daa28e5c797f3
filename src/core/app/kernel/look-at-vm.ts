import type { Vm } from '../../../shared/domain/vm.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, allVms, findVm, type ListedVm } from '../../../shared/state/index.ts';

/** A VM by its record, as listed or as read alone; `gone`: there is none; `unknown` decides nothing. */
export type VmLook = Vm | 'gone' | 'unknown';

/** The record of a VM; null: there is none, or it is unknown. */
export const recordIn = (look: VmLook): Vm | null => (typeof look === 'string' ? null : look);

type Lists = Pick<AppState, 'accounts' | 'snapshots'>;

function isListKnown({ snapshots }: Lists, accountId: string): boolean {
  const { value = null, problem = null } = snapshots[accountId]?.vms ?? {};
  return value !== null && (problem === null || problem.kind === 'incompleteList');
}

/** A VM as listed. */
export function lookAtVm(state: Lists, ref: VmRef): VmLook {
  if (!isListKnown(state, ref.accountId)) return 'unknown';
  const vm = findVm(state, ref);
  if (vm !== undefined && vm.phase !== 'unconfirmed') return vm;
  // A complete list lacks it, also as an unconfirmed one.
  const { isComplete = false, skipped = 0 } = state.snapshots[ref.accountId]?.vms.value ?? {};
  return vm === undefined && isComplete && skipped === 0 ? 'gone' : 'unknown';
}

/** The VMs whose look as listed is a record. */
export const vmsAsListed = (state: Lists): readonly ListedVm[] =>
  allVms(state).filter(
    ({ accountId, vm }) => vm.phase !== 'unconfirmed' && isListKnown(state, accountId),
  );
