import type { Vm } from '../../../../shared/domain/index.ts';
import { makeVm } from '../../../../shared/domain/testing/records.ts';
import type { VmEntry } from '../vm-entry.ts';

/** A running VM of which only its id is known, and what is given. */
export function vmWith(fields: Partial<Vm>): Vm {
  return makeVm({ id: 'id-1', status: 'running', ...fields });
}

/** The same as a row of the only account. @param own what the row has beside the VM */
export function entryWith(
  fields: Partial<Vm>,
  own: Partial<Pick<VmEntry, 'accountLabel' | 'billed'>> = {},
): VmEntry {
  const vm = vmWith(fields);
  return { key: `a/${vm.id}`, accountId: 'a', accountLabel: null, billed: null, vm, ...own };
}
