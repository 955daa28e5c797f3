import type { SshLogins } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseBaseUrl } from '../../service/index.ts';
import type { SshVm } from '../host.ts';
import { sshAddress } from '../ssh-address.ts';
import { sshLoginFor, type VmTemplates } from './logins.ts';

/** A destroyed VM is listed by some services for a while, and nobody logs in to it again. */
export function isThere(vm: Vm): boolean {
  return vmPhase(vm.status) !== 'destroyed';
}

/** An account and the VMs that are known of it. */
export interface AccountVms {
  readonly id: string;
  readonly baseUrl: string;
  readonly vms: readonly Vm[];
}

/** How the user wants to log in. */
export interface LoginWishes {
  readonly logins: SshLogins;
  readonly templates: VmTemplates;
}

/** A VM for ssh. Only where the service is on this machine may its VMs be. */
export function sshVmOf(
  { id: accountId, baseUrl }: Pick<AccountVms, 'id' | 'baseUrl'>,
  { id: vmId, label, vmid, gpuType, ipAddress }: Vm,
  { logins, templates }: LoginWishes,
): SshVm {
  const base = parseBaseUrl(baseUrl);
  const address = sshAddress(ipAddress, base.ok && base.url.isLoopback);
  const login = sshLoginFor(logins, accountId, templates[vmId] ?? null);
  return { accountId, serviceUrl: baseUrl, vmId, label, vmid, gpuType, address, login };
}

/** The VMs of all accounts that somebody may log in to. */
export function sshVmsOf(accounts: readonly AccountVms[], wishes: LoginWishes): readonly SshVm[] {
  return accounts.flatMap((account) =>
    account.vms.filter(isThere).map((vm) => sshVmOf(account, vm, wishes)),
  );
}
