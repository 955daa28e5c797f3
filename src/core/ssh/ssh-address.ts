import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../loopback.ts';

/**
 * Addresses that no rented VM can have: what answers there is this machine, nobody, or everybody. A rule for IPv4 holds for
 * the IPv4-mapped form (`::ffff:0.0.0.0`) as well.
 */
const NEVER_A_VM = new BlockList();
NEVER_A_VM.addSubnet('0.0.0.0', 8, 'ipv4');
// Multicast, reserved (RFC 1112, 4) and broadcast: everything from 224.0.0.0 on.
NEVER_A_VM.addSubnet('224.0.0.0', 3, 'ipv4');
// Unspecified, and the IPv4-compatible form that nothing uses any more (RFC 4291, 2.5.5.1), such as `::127.0.0.1`.
NEVER_A_VM.addSubnet('::', 96, 'ipv6');
NEVER_A_VM.addSubnet('ff00::', 8, 'ipv6');

/**
 * The gate between the service's `ip_address` and ssh: the address, or null when it is not one that may be connected to.
 * OpenSSH takes `%` tokens, wildcards, numbers and options for a host, so nothing but an IP address passes.
 * @param serviceIsLoopback the service itself is on this machine (a simulator); only then may its VMs be
 */
export function sshAddress(ipAddress: string | null, serviceIsLoopback: boolean): string | null {
  // A zone (`fe80::1%eth0`) is an address to isIP, and an expansion to ssh.
  if (ipAddress === null || ipAddress.includes('%')) return null;
  const version = isIP(ipAddress);
  if (version === 0) return null;
  if (isLoopback(ipAddress)) return serviceIsLoopback ? ipAddress : null;
  return NEVER_A_VM.check(ipAddress, version === 4 ? 'ipv4' : 'ipv6') ? null : ipAddress;
}
