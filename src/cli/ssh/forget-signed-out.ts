import type { Ssh } from '../../core/ssh/index.ts';
import { rememberedHosts, updateHosts } from '../host-files.ts';

/**
 * Takes the VMs of accounts that are signed out from ssh's files, with their host keys.
 * @param accounts every one there is
 * @param say where it is told that this was not possible, one sentence
 */
export async function forgetSignedOut(
  ssh: Ssh,
  accounts: readonly { readonly id: string }[],
  say: (message: string) => void,
): Promise<void> {
  const accountIds = accounts.map(({ id }) => id);
  const hosts = await rememberedHosts(ssh);
  if (hosts.every(({ accountId }) => accountIds.includes(accountId))) return;
  const updated = await updateHosts(ssh, { vms: [], gone: [], accountIds });
  if (!updated.ok) say(updated.trouble);
}
