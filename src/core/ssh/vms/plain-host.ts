import type { SshTarget, SshVm } from '../host.ts';
import { hostKeyAliasFor } from '../hosts/index.ts';

/**
 * A VM as ssh's host where no file of ours knows it, such as one of an account that is only looked at once. It is
 * logged in to by its address.
 */
export function plainHost(vm: SshVm): SshTarget {
  const hostKeyAlias = hostKeyAliasFor(vm, () => false);
  const { accountId, vmId, address, login } = vm;
  return { accountId, vmId, alias: null, hostKeyAlias, address, login };
}
