import type { Ssh, SshHost } from '../../core/ssh/index.ts';
import { UserError } from '../../core/user-error.ts';

/** The hosts that are stored; none when the files cannot be read. */
export const storedHosts = ({ hosts }: Ssh): Promise<readonly SshHost[]> =>
  hosts.load().catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    return [];
  });

/** Removes the VMs and host keys of signed-out accounts. @param accounts the stored ones */
export async function forgetSignedOut(
  ssh: Ssh,
  accounts: readonly { readonly id: string }[],
  warn: (message: string) => void,
): Promise<void> {
  const accountIds = accounts.map(({ id }) => id);
  const hosts = await storedHosts(ssh);
  if (hosts.every(({ accountId }) => accountIds.includes(accountId))) return;
  await ssh.hosts.update({ vms: [], gone: [], accountIds }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    warn(error.message);
  });
}
