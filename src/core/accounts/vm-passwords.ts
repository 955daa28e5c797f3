import { createHash } from 'node:crypto';
import { vmKey } from '../../shared/app/index.ts';
import type { Secret } from '../secret.ts';
import type { Settings, SettingsFile } from '../settings/index.ts';
import type { Vault } from '../vault/index.ts';

// The passwords of VMs that their users asked to keep: in the keychain, and nowhere else. The settings list the VMs.

interface VmRef {
  readonly accountId: string;
  readonly vmId: string;
}

export interface VmPasswordPorts {
  readonly vault: Vault;
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
}

/** The keychain item. A VM's id may be longer than the name of one. */
const itemOf = (key: string) => `vm-${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;

function withMark(settings: Settings, key: string, isKept: boolean): Settings {
  const others = (settings.vmPasswords ?? []).filter((one) => one !== key);
  return { ...settings, vmPasswords: isKept ? [...others, key] : others };
}

export function createVmPasswords({ vault, settings }: VmPasswordPorts) {
  const mark = (key: string, isKept: boolean) =>
    settings.update((current) => withMark(current, key, isKept));

  async function forget(key: string) {
    const removal = await vault.remove(itemOf(key));
    // A locked keychain keeps it, and so does the mark.
    if (removal.removed) await mark(key, false);
    return removal;
  }

  return {
    /** Resolves to whether it is in the keychain; it is not kept in memory otherwise. @throws SettingsError, LockTimeout */
    async keep({ accountId, vmId }: VmRef, password: Secret): Promise<boolean> {
      const key = vmKey(accountId, vmId);
      // The mark first: a password without it would not be deleted with the account.
      await mark(key, true);
      const { state } = await vault.write(itemOf(key), password);
      if (state === 'stored') return true;
      await vault.remove(itemOf(key));
      await mark(key, false);
      return false;
    },
    read: ({ accountId, vmId }: VmRef) =>
      vault.read(itemOf(vmKey(accountId, vmId)), { expected: true }),
    /** @throws SettingsError, LockTimeout */
    forget: ({ accountId, vmId }: VmRef) => forget(vmKey(accountId, vmId)),
    /** Of all VMs of the account. Resolves to why one was not deleted; null: all were. @throws SettingsError, LockTimeout */
    async forgetAccount(accountId: string) {
      const { vmPasswords = [] } = await settings.load();
      for (const key of vmPasswords.filter((one) => one.startsWith(vmKey(accountId, '')))) {
        const removal = await forget(key);
        if (!removal.removed) return removal.problem;
      }
      return null;
    },
  };
}

export type VmPasswords = ReturnType<typeof createVmPasswords>;
