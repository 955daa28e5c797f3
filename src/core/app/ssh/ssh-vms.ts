import type { AppAccount, AppState } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { parseBaseUrl } from '../../service/index.ts';
import { type SshVm, sshAddress } from '../../ssh/index.ts';
import { sshLoginFor, type VmTemplates } from './logins.ts';

/** Whether the service is on this machine: only then may its VMs be. */
function isLoopbackService(account: Pick<AppAccount, 'baseUrl'>): boolean {
  const base = parseBaseUrl(account.baseUrl);
  return base.ok && base.url.isLoopback;
}

/** The address at which a VM may be connected to, or null. */
export function addressOf(account: Pick<AppAccount, 'baseUrl'>, vm: Vm): string | null {
  return sshAddress(vm.ipAddress, isLoopbackService(account));
}

/** A destroyed VM is listed by some services for a while, and nobody logs in to it again. */
export function isThere(vm: Vm): boolean {
  return vmPhase(vm.status) !== 'destroyed';
}

/** The VMs of all accounts, as far as their lists are known. */
export function sshVmsOf(
  { accounts, pictures, ssh }: Pick<AppState, 'accounts' | 'pictures' | 'ssh'>,
  templates: VmTemplates,
): readonly SshVm[] {
  return accounts.flatMap((account) => {
    const isLoopback = isLoopbackService(account);
    const vms = pictures[account.id]?.vms.value?.vms ?? [];
    return vms.filter(isThere).map(({ id, label, vmid, gpuType, ipAddress }) => ({
      accountId: account.id,
      serviceUrl: account.baseUrl,
      ...{ vmId: id, label, vmid, gpuType },
      address: sshAddress(ipAddress, isLoopback),
      login: sshLoginFor(ssh.logins, account.id, templates[id] ?? null),
    }));
  });
}
