import { type SshLogins, vmKey } from '../../../shared/app/index.ts';
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

/** The gate to the VMs of a service: only where it is on this machine may they be. */
export function vmAddresses(baseUrl: string): (vm: Pick<Vm, 'ipAddress'>) => string | null {
  const base = parseBaseUrl(baseUrl);
  const isLoopback = base.ok && base.url.isLoopback;
  return ({ ipAddress }) => sshAddress(ipAddress, isLoopback);
}

type VmOwner = Pick<AccountVms, 'id' | 'baseUrl'>;

/** A VM for ssh. @param addressOf the gate of its service, where it is at hand */
function sshVmOf(
  { id: accountId, baseUrl }: VmOwner,
  vm: Vm,
  { logins, templates }: LoginWishes,
  addressOf = vmAddresses(baseUrl),
): SshVm {
  const { id: vmId, label, vmid, gpuType } = vm;
  const login = sshLoginFor(logins, accountId, templates.get(vmKey(accountId, vmId)) ?? null);
  const names = { accountId, serviceUrl: baseUrl, vmId, label, vmid, gpuType };
  return { ...names, address: addressOf(vm), login };
}

/** The VMs of all accounts that somebody may log in to. */
export function sshVmsOf(accounts: readonly AccountVms[], wishes: LoginWishes): readonly SshVm[] {
  return accounts.flatMap((account) => {
    const addressOf = vmAddresses(account.baseUrl);
    return account.vms.filter(isThere).map((vm) => sshVmOf(account, vm, wishes, addressOf));
  });
}
