import { makeVm } from '../../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../../shared/domain/vm.ts';
import type { VmEntry } from '../vm-entries.ts';

/** A running VM with an id and the given fields; everything else is unknown. */
export function vmWith(fields: Partial<Vm>): Vm {
  return makeVm({ id: 'id-1', status: 'running', ...fields });
}

/** A list entry of a single account. */
export function entryWith(fields: Partial<Vm>, own: Partial<Omit<VmEntry, 'vm'>> = {}): VmEntry {
  const vm = vmWith(fields);
  return {
    key: `a/${vm.id}`,
    id: vm.id,
    accountId: 'a',
    account: null,
    isGone: false,
    vm,
    ...own,
  };
}
