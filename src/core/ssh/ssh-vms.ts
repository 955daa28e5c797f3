import type { SshLogins } from '../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../shared/domain/index.ts';
import { parseBaseUrl } from '../service/index.ts';
import { hostKeyAliasFor } from './config/aliases.ts';
import type { SshTarget, SshVm } from './host.ts';
import { sshLoginFor } from './logins.ts';
import { sshAddress } from './ssh-address.ts';

/** Some services keep listing destroyed VMs for a while. */
export function isThere(vm: Vm): boolean {
  return vmPhase(vm.status) !== 'destroyed';
}

/** An account with its known VMs. */
export interface AccountVms {
  readonly id: string;
  readonly baseUrl: string;
  readonly vms: readonly Vm[];
}

/** Checks the addresses of a service's VMs; loopback addresses are allowed only for a loopback service. */
export function vmAddresses(baseUrl: string): (vm: Pick<Vm, 'ipAddress'>) => string | null {
  const base = parseBaseUrl(baseUrl);
  const isLoopback = base.ok && base.url.isLoopback;
  return ({ ipAddress }) => sshAddress(ipAddress, isLoopback);
}

/** The VMs of all accounts that can be logged in to. */
export function sshVmsOf(accounts: readonly AccountVms[], logins: SshLogins): readonly SshVm[] {
  return accounts.flatMap(({ id: accountId, baseUrl: serviceUrl, vms }) => {
    const addressOf = vmAddresses(serviceUrl);
    return vms.filter(isThere).map((vm): SshVm => {
      const { id: vmId, label, vmid } = vm;
      const login = sshLoginFor(logins, { accountId, vmId });
      const address = addressOf(vm);
      return { accountId, serviceUrl, vmId, label, vmid, address, login };
    });
  });
}

/** A VM that is not in our files, such as one of an account that is only read once: reached by its address. */
export function plainHost(vm: SshVm): SshTarget {
  const { accountId, vmId, address, login } = vm;
  const hostKeyAlias = hostKeyAliasFor(vm, () => false);
  return { accountId, vmId, alias: null, hostKeyAlias, address, login };
}
