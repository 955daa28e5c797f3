import {
  type AppAccount,
  type VmLogin,
  type VmOffers,
  vmKey,
  vmOffers,
} from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { useApp } from '../../store.ts';

/** How one logs in to the VM; undefined: nothing is known of it yet. */
export function useVmLogin(accountId: string, vmId: string): VmLogin | undefined {
  return useApp(({ vmLogins }) => vmLogins[vmKey(accountId, vmId)]);
}

/** What can be done with the VM now. */
export function useVmOffers(vm: Vm, account: AppAccount): VmOffers {
  const ssh = useApp((app) => app.ssh);
  const terminal = useApp(({ preferences }) => preferences.terminal);
  const login = useVmLogin(account.id, vm.id);
  return vmOffers(vm, account, { ssh, terminal, login });
}
