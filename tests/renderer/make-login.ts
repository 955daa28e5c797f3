import {
  type AccountSnapshot,
  type AppState,
  initialState,
  type VmLogin,
  vmKey,
} from '../../src/shared/app/index.ts';
import { type Vm, vmPhase } from '../../src/shared/domain/index.ts';

const BLANK = initialState({ platform: 'linux', version: '', hasTray: true, isOnline: true }, 0);

/** ssh on a computer that has all it takes: the names are known, a terminal and three editors were found. */
export const SSH: AppState['ssh'] = {
  ...BLANK.ssh,
  include: 'active',
  terminals: [
    { id: 'gnome-terminal', name: 'GNOME Terminal' },
    { id: 'xterm', name: 'xterm' },
  ],
  editors: [
    { id: 'vscode', name: 'VS Code' },
    { id: 'zed', name: 'Zed' },
    { id: 'jetbrains-gateway', name: 'JetBrains Gateway' },
  ],
};

/** How one logs in to a VM that is as it should be. */
function loginOf({ label, vmid, ipAddress, status }: Vm): VmLogin {
  const slug = (label ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    alias: `gpu-${slug.replace(/^-|-$/g, '').slice(0, 36) || vmid}`,
    hasAddress: ipAddress !== null && /^[\d.]+$/.test(ipAddress),
    reach: vmPhase(status) === 'running' ? 'ready' : null,
    changedKey: null,
  };
}

/** The same for all VMs of all accounts, but those that are gone. */
export function loginsOf(
  snapshots: Readonly<Record<string, AccountSnapshot>>,
): AppState['vmLogins'] {
  return Object.fromEntries(
    Object.entries(snapshots).flatMap(([accountId, { vms }]) =>
      (vms.value?.vms ?? [])
        .filter(({ status }) => vmPhase(status) !== 'destroyed')
        .map((vm) => [vmKey(accountId, vm.id), loginOf(vm)]),
    ),
  );
}
