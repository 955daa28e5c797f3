import { makeVm } from '../../../../shared/domain/testing/records.ts';
import type { Vm } from '../../../../shared/domain/vm.ts';
import type { ListedVm } from '../../../../shared/state/index.ts';
import { makeAccount } from '../../../../shared/testing/make-account.ts';

/** A running VM with an id and the given fields; everything else is unknown. */
export function vmWith(fields: Partial<Vm>): Vm {
  return makeVm({ id: 'id-1', status: 'running', ...fields });
}

const BASE = { id: 'a', baseUrl: 'https://api.example.com' };

/** A listed VM of account `a`. */
export function entryWith(fields: Partial<Vm>, account = makeAccount(BASE)): ListedVm {
  const vm = vmWith(fields);
  const { id } = account;
  return { key: `${id}/${vm.id}`, accountId: id, vmId: vm.id, account, vm };
}
