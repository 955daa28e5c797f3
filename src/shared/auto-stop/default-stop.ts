import type { AppAccount } from '../accounts/index.ts';
import { vmsOf } from '../domain/account-state.ts';
import { type Vm, vmName } from '../domain/vm.ts';
import { printable } from '../format/index.ts';
import { erasesAll } from '../operations/operations.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import { vmKey } from '../ssh/ssh-state.ts';
import type { AutoStop, AutoStopLimit, AutoStopSlice } from './auto-stop.ts';

/** Whether a default may stop the VM: from here, and with its data kept, by the VM's record. Otherwise the default reminds. */
export function stopsByDefault(vm: Vm, { can }: { readonly can: readonly string[] }): boolean {
  const isPossible = can.includes('stop') && (vm.operations?.includes('stop') ?? true);
  return isPossible && !erasesAll(vm);
}

/** Whether it only reminds because nobody agreed to what a stop does to this VM. @param vm null: its record is not known */
export function isDefaultReminder(
  { from }: Pick<AutoStop, 'from'>,
  vm: Vm | null,
  account: Parameters<typeof stopsByDefault>[1],
): boolean {
  return from === 'default' && (vm === null || !stopsByDefault(vm, account));
}

/** The names of the VMs that a default would give an auto-stop now, and of the VMs with a reminder only; empty: none. */
export function defaultStopsNow(
  { snapshots, autoStops }: Pick<PollingSlice, 'snapshots'> & AutoStopSlice,
  account: Pick<AppAccount, 'id' | 'can'>,
) {
  const { id } = account;
  const isOfUser = (vm: Vm) => {
    const autoStop = autoStops[vmKey(id, vm.id)];
    return autoStop !== undefined && autoStop.from === undefined;
  };
  const running = vmsOf(snapshots[id]).filter((vm) => vm.phase === 'running' && !isOfUser(vm));
  const names = (wanted: boolean) =>
    running
      .filter((vm) => stopsByDefault(vm, account) === wanted)
      .map((vm) => printable(vmName(vm)))
      .join(', ');
  return { stops: names(true), reminders: names(false) };
}

/** Why a VM can’t stop itself; null: it can. @param limit null: not chosen yet */
export function onVmObstacle(
  { login }: Pick<Vm, 'login'>,
  { can }: { readonly can: readonly string[] },
  limit: AutoStopLimit | null,
): string | null {
  if (!can.includes('stopFromInside')) return 'This provider doesn’t give VMs a key for that.';
  if (login?.isShellOnly) return 'Its login only gives a shell, which can’t run the script.';
  if (limit?.kind === 'spend') return 'VMs can’t see their cost. Choose a time or an idle time.';
  return null;
}
