import { vmKey } from '../../../../shared/ssh/ssh-state.ts';
import type { HostUpdate, SshHost } from '../../../ssh/index.ts';
import { makeHost } from '../../../ssh/testing/make-host.ts';

/** Our SSH files in memory: an alias per VM, kept until the VM is gone. */
export function fakeFiles(stored: readonly SshHost[]) {
  let hosts = new Map(stored.map((one) => [vmKey(one.accountId, one.vmId), one]));
  const updates: HostUpdate[] = [];
  let failure: Error | null = null;
  let unreadable: Error | null = null;
  return {
    updates,
    lock(error: Error) {
      unreadable = error;
    },
    async load(): Promise<readonly SshHost[]> {
      if (unreadable !== null) throw unreadable;
      return stored;
    },
    ids: () => [...hosts.values()].map(({ vmId }) => vmId).toSorted(),
    fail: (error: Error | null) => {
      failure = error;
    },
    async write(update: HostUpdate): Promise<readonly SshHost[]> {
      updates.push(update);
      if (failure !== null) throw failure;
      const gone = update.gone.map(({ accountId, vmId }) => vmKey(accountId, vmId));
      hosts = new Map(
        [...hosts].filter(
          ([key, { accountId }]) => update.accountIds.includes(accountId) && !gone.includes(key),
        ),
      );
      for (const { accountId, vmId, label, address, login, isShellOnly } of update.vms) {
        const names = { alias: `gpu-${label}`, hostKeyAlias: `gpu-tray-vm-${vmId}` };
        const to = { address, login, ...(isShellOnly && { isShellOnly }) };
        hosts.set(vmKey(accountId, vmId), makeHost({ accountId, vmId, ...names, ...to }));
      }
      return [...hosts.values()];
    },
  };
}
