import type { Spend } from './spend.ts';
import { type Vm, vmPhase } from './vm.ts';

type Amounts = ReadonlyMap<string, number | null>;

/** Of a VM that is billed twice nobody knows which figure holds, or whether both do. */
function amountsIn({ vms }: Spend): Amounts {
  const amounts = new Map<string, number | null>();
  for (const { vmId, totalPerHour } of vms) {
    const before = amounts.get(vmId);
    const isClear = before === undefined || before === totalPerHour;
    amounts.set(vmId, isClear ? totalPerHour : null);
  }
  return amounts;
}

const known = new WeakMap<Spend, Amounts>();

/** By VM id, worked out once for each spend: thousands of VMs are looked up in it. */
function amountsOf(spend: Spend): Amounts {
  const amounts = known.get(spend) ?? amountsIn(spend);
  known.set(spend, amounts);
  return amounts;
}

/**
 * $/h that the VM costs as it is now, null: not known. That is what the spend last said of it. The VM's own `hourlyRate` is its
 * full price, which a VM that does not run need not cost; it stands in only for a running VM that the spend does not have yet.
 * Of any other VM that the spend leaves out nothing is known: the service does not say that those cost nothing.
 * @param spend of the VM's account; null: never heard, or not allowed to be seen
 */
export function billedNow(
  { id, status, hourlyRate }: Pick<Vm, 'id' | 'status' | 'hourlyRate'>,
  spend: Spend | null,
): number | null {
  const amount = spend === null ? undefined : amountsOf(spend).get(id);
  if (amount !== undefined) return amount;
  return vmPhase(status) === 'running' ? hourlyRate : null;
}
