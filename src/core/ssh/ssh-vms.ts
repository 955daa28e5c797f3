import { BlockList, isIPv6 } from 'node:net';
import type { AppAccount } from '../../shared/accounts/index.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { parseDateTime } from '../../shared/format/index.ts';
import type { SshLogins } from '../../shared/ssh/ssh-state.ts';
import { isLoopback } from '../loopback.ts';
import { parseBaseUrl } from '../providers/index.ts';
import {
  DEFAULT_PORT,
  isAddress,
  isHostName,
  isLoopbackName,
  isPort,
  isUser,
  type SshHost,
  type SshVm,
} from './host.ts';
import { sshLoginFor } from './logins.ts';

/** Addresses that no rented VM can have. A rule for IPv4 also covers the IPv4-mapped form (`::ffff:0.0.0.0`). */
const NEVER_A_VM = new BlockList();
NEVER_A_VM.addSubnet('0.0.0.0', 8, 'ipv4');
// Multicast, reserved (RFC 1112, 4) and broadcast: everything from 224.0.0.0 on.
NEVER_A_VM.addSubnet('224.0.0.0', 3, 'ipv4');
// Unspecified, and the deprecated IPv4-compatible form (RFC 4291, 2.5.5.1), such as `::127.0.0.1`.
NEVER_A_VM.addSubnet('::', 96, 'ipv6');
NEVER_A_VM.addSubnet('ff00::', 8, 'ipv6');

/**
 * The service's `ip_address`; null: it must not be connected to. OpenSSH accepts `%` tokens, wildcards and options as a host, so only IP
 * addresses pass. @param serviceIsLoopback loopback addresses are allowed only for a loopback service (a simulator)
 */
export function sshAddress(ipAddress: string | null, serviceIsLoopback: boolean): string | null {
  if (ipAddress === null || !isAddress(ipAddress)) return null;
  if (isLoopback(ipAddress)) return serviceIsLoopback ? ipAddress : null;
  return NEVER_A_VM.check(ipAddress, isIPv6(ipAddress) ? 'ipv6' : 'ipv4') ? null : ipAddress;
}

/** A provider's host, lower-case, as `sshAddress`: a checked name passes too. */
function sshHost(host: string, serviceIsLoopback: boolean): string | null {
  if (!isHostName(host)) return sshAddress(host, serviceIsLoopback);
  return isLoopbackName(host) && !serviceIsLoopback ? null : host.toLowerCase();
}

/** Some services keep listing destroyed VMs for a while. */
export const exists = ({ phase }: Vm) => phase !== 'destroyed';

/** The address or host name to log in to; null: none, or not a safe one. */
export function vmAddresses(
  baseUrl: string,
): (vm: Pick<Vm, 'ipAddress' | 'login'>) => string | null {
  const base = parseBaseUrl(baseUrl);
  const isLoopback = base.ok && base.url.isLoopback;
  return ({ ipAddress, login }) => {
    if (login === undefined) return sshAddress(ipAddress, isLoopback);
    // With another port or user name, it would be another machine.
    if (login === null || !isPort(login.port ?? DEFAULT_PORT) || !isUser(login.user)) return null;
    return sshHost(login.host, isLoopback);
  };
}

/** Whether our files have the VM's address and the port that its provider names. */
export function isCurrent(host: SshHost, { login }: Vm, address: string | null): boolean {
  return host.address === address && (!login?.port || login.port === host.login.port);
}

/** The start of the run for a host key alias, `20260601t120000z`; null: unknown, or all runs have the same host keys. */
function runOf({ hasRunKeys, startedAt }: Vm): string | null {
  if (!hasRunKeys) return null;
  const at = parseDateTime(startedAt);
  if (at === null) return null;
  return new Date(at)
    .toISOString()
    .replace(/\.\d+|[-:]/g, '')
    .toLowerCase();
}

export function sshVmsOf(
  accounts: readonly (Pick<AppAccount, 'id' | 'baseUrl'> & { readonly vms: readonly Vm[] })[],
  logins: SshLogins,
): readonly SshVm[] {
  return accounts.flatMap(({ id: accountId, baseUrl: serviceUrl, vms }) => {
    const addressOf = vmAddresses(serviceUrl);
    return vms.filter(exists).map((vm): SshVm => {
      const { id: vmId, label, defaultName } = vm;
      const login = sshLoginFor(logins, { accountId, vmId }, vm.login);
      const isShellOnly = vm.login?.isShellOnly === true;
      const run = runOf(vm);
      return {
        accountId,
        serviceUrl,
        vmId,
        label,
        defaultName,
        address: addressOf(vm),
        login,
        ...(isShellOnly && { isShellOnly }),
        ...(run !== null && { run }),
        ...(vm.isStartRounded && { isRunRounded: true }),
      };
    });
  });
}
