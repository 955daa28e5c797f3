import type { SshHost, SshVm } from '../host.ts';
import { hostKeyAliasFor } from '../hosts/index.ts';

/**
 * A VM as ssh's host where no file of ours knows it, such as one of an account that is only looked at once. It has no alias
 * of its own: log in by its address.
 */
export function plainHost(vm: SshVm): SshHost {
  const hostKeyAlias = hostKeyAliasFor(vm, () => false);
  const { accountId, vmId, address, login } = vm;
  return { accountId, vmId, alias: hostKeyAlias, hostKeyAlias, address, login };
}
