import { knownVms, type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { isInTrouble, type VmActivity } from '../../../shared/vms/index.ts';
import type { PollReport } from '../../monitor/index.ts';

/** An unknown load counts as busy. @param below % */
function isLow({ status, cpuPercent, ramPercent }: Vm, below: number): boolean {
  if (vmPhase(status) !== 'running' || cpuPercent === null || ramPercent === null) return false;
  return Math.max(cpuPercent, ramPercent) < below;
}

interface Observation {
  /** In the snapshot before. */
  readonly before: Vm | undefined;
  readonly times: VmActivity | undefined;
  readonly isAfterWake: boolean;
  readonly now: number;
  readonly lowBelow: number;
}

function timesOf(
  vm: Vm,
  { before, times, isAfterWake, now, lowBelow }: Observation,
): VmActivity | undefined {
  const hasTrouble = isInTrouble(vm);
  const isSame = times !== undefined && before?.status === vm.status;
  const known = isSame
    ? times
    : {
        troubleSince: hasTrouble ? now : null,
        isTroubleObserved: hasTrouble && before !== undefined && before.status !== vm.status,
        lowSince: null,
      };
  // The load during sleep is unknown. After a clock was set back, no time is in the future.
  const lowBefore = isAfterWake ? now : Math.min(known.lowSince ?? now, now);
  const lowSince = isLow(vm, lowBelow) ? lowBefore : null;
  if (!hasTrouble && lowSince === null) return undefined;
  return known.lowSince === lowSince ? known : { ...known, lowSince };
}

/** No time changed: the same object. @param lowBelow % of CPU and RAM */
export function vmTimesAfter(
  known: AppState['vmActivity'],
  { accountId, before, after, isAfterWake }: Omit<PollReport, 'events'>,
  now: number,
  lowBelow: number,
): AppState['vmActivity'] {
  const old = new Map(knownVms(before).map((vm) => [vm.id, vm]));
  const next = new Map(Object.entries(known));
  let isSame = true;
  function keep(key: string, was: VmActivity | undefined, times: VmActivity | undefined): void {
    if (times === was) return;
    isSame = false;
    if (times === undefined) next.delete(key);
    else next.set(key, times);
  }
  for (const vm of knownVms(after)) {
    const key = vmKey(accountId, vm.id);
    const was = known[key];
    const about = { before: old.get(vm.id), times: was, isAfterWake, now, lowBelow };
    keep(key, was, timesOf(vm, about));
    old.delete(vm.id);
  }
  for (const id of old.keys()) keep(vmKey(accountId, id), known[vmKey(accountId, id)], undefined);
  return isSame ? known : Object.fromEntries(next);
}

export function timesOfAccounts(
  known: AppState['vmActivity'],
  accountIds: readonly string[],
): AppState['vmActivity'] {
  const isKept = (key: string) => accountIds.some((id) => key.startsWith(vmKey(id, '')));
  return Object.fromEntries(Object.entries(known).filter(([key]) => isKept(key)));
}
