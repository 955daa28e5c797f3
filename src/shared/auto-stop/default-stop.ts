import type { AppAccount } from '../accounts/index.ts';
import { vmsOf } from '../domain/account-state.ts';
import { type Vm, vmName } from '../domain/vm.ts';
import { erasesAll } from '../operations/operations.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import { vmKey } from '../ssh/ssh-state.ts';
import type { AutoStop, AutoStopLimit, AutoStopSlice } from './auto-stop.ts';

/** Whether a default only reminds: the VM can’t be stopped from here, or nobody agreed to what its stop would erase. @param vm null: its record is not known */
export function isDefaultReminder(
  { from }: Pick<AutoStop, 'from'>,
  vm: Vm | null,
  { can }: { readonly can: readonly string[] },
): boolean {
  if (from === undefined) return false;
  const isOffered = can.includes('stop') && vm?.operations?.includes('stop') !== false;
  return vm === null || !isOffered || erasesAll(vm);
}

/** The names of the VMs that a default would give an auto-stop now, and of the VMs with a reminder only; empty: none. */
export function defaultStopsNow(
  { snapshots, autoStops }: Pick<PollingSlice, 'snapshots'> & AutoStopSlice,
  account: Pick<AppAccount, 'id' | 'can'>,
) {
  const { id } = account;
  const running = vmsOf(snapshots[id]).filter((vm) => {
    const { from } = autoStops[vmKey(id, vm.id)] ?? { from: 'default' };
    return vm.phase === 'running' && from !== undefined;
  });
  const names = (isReminder: boolean) =>
    running
      .filter((vm) => isDefaultReminder({ from: 'default' }, vm, account) === isReminder)
      .map(vmName)
      .join(', ');
  return { stops: names(false), reminders: names(true) };
}

/** Why a VM can’t stop itself; null: it can. */
export function onVmObstacle(
  { login }: Pick<Vm, 'login'>,
  { can }: { readonly can: readonly string[] },
  limit: AutoStopLimit,
): string | null {
  if (!can.includes('stopFromInside')) return 'This provider doesn’t give VMs a key for that.';
  if (login?.isShellOnly) return 'Its login only gives a shell, which can’t run the script.';
  if (limit.kind === 'spend') return 'VMs can’t see their cost. Choose a time or an idle time.';
  return null;
}
