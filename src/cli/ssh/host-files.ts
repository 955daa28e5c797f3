import { fileFailure } from '../../core/files/index.ts';
import type { HostUpdate, Ssh, SshHost } from '../../core/ssh/index.ts';
import { UserError } from '../../core/user-error.ts';
import { CommandError, EXIT } from '../errors.ts';
import * as messages from '../messages.ts';

/** @throws the error itself when it does not come from the files or their lock */
function filesMessage(folder: string, error: unknown): string {
  const isOfLock = error instanceof UserError;
  if (!isOfLock && !(error instanceof Error && 'syscall' in error)) throw error;
  return messages.ssh.filesUnusable(folder, fileFailure(error));
}

/** The hosts that are stored; none when the files cannot be read. */
export async function storedHosts({ hosts, places }: Ssh): Promise<readonly SshHost[]> {
  try {
    return await hosts.load();
  } catch (error) {
    // Rethrows a bug.
    filesMessage(places.folder, error);
    return [];
  }
}

/** @throws CommandError where the files cannot be written */
export async function updateHosts(
  { hosts, places }: Ssh,
  update: HostUpdate,
): Promise<readonly SshHost[]> {
  try {
    return await hosts.update(update);
  } catch (error) {
    throw new CommandError(EXIT.outOfDate, filesMessage(places.folder, error));
  }
}

/** Removes the VMs and host keys of signed-out accounts. @param accounts the stored ones */
export async function forgetSignedOut(
  ssh: Ssh,
  accounts: readonly { readonly id: string }[],
  warn: (message: string) => void,
): Promise<void> {
  const accountIds = accounts.map(({ id }) => id);
  const hosts = await storedHosts(ssh);
  if (hosts.every(({ accountId }) => accountIds.includes(accountId))) return;
  await updateHosts(ssh, { vms: [], gone: [], accountIds }).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    warn(error.message);
  });
}
