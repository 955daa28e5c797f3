import { fileFailure } from '../../core/files/index.ts';
import type { HostUpdate, Ssh, SshHost } from '../../core/ssh/index.ts';
import { UserError } from '../../core/user-error.ts';
import * as messages from '../messages.ts';

/** @throws the error itself when it does not come from the files or their lock */
function filesMessage(folder: string, error: unknown): string {
  const isOfLock = error instanceof UserError;
  if (!isOfLock && !(error instanceof Error && 'syscall' in error)) throw error;
  return messages.ssh.filesUnusable(folder, fileFailure(error));
}

/** The hosts that are stored; none when the files cannot be read. @param ssh null: its folder cannot be used */
export async function storedHosts(ssh: Ssh | null): Promise<readonly SshHost[]> {
  if (ssh === null) return [];
  try {
    return await ssh.hosts.load();
  } catch (error) {
    // Rethrows a bug.
    filesMessage(ssh.places.folder, error);
    return [];
  }
}

/** `message`: why the files could not be written, and what to do. */
export type Updated =
  | { readonly ok: true; readonly hosts: readonly SshHost[] }
  | { readonly ok: false; readonly message: string };

export async function updateHosts({ hosts, places }: Ssh, update: HostUpdate): Promise<Updated> {
  try {
    return { ok: true, hosts: await hosts.update(update) };
  } catch (error) {
    return { ok: false, message: filesMessage(places.folder, error) };
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
  const updated = await updateHosts(ssh, { vms: [], gone: [], accountIds });
  if (!updated.ok) warn(updated.message);
}
