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
  const others = Object.entries(known).filter(([key]) => !key.startsWith(vmKey(accountId, '')));
  const own = knownVms(after).flatMap((vm) => {
    const key = vmKey(accountId, vm.id);
    const about = { before: old.get(vm.id), times: known[key], isAfterWake, now, lowBelow };
    const times = timesOf(vm, about);
    return times === undefined ? [] : [[key, times] as const];
  });
  const isSame =
    others.length + own.length === Object.keys(known).length &&
    own.every(([key, times]) => known[key] === times);
  return isSame ? known : Object.fromEntries([...others, ...own]);
}

export function timesOfAccounts(
  known: AppState['vmActivity'],
  accountIds: readonly string[],
): AppState['vmActivity'] {
  const isKept = (key: string) => accountIds.some((id) => key.startsWith(vmKey(id, '')));
  return Object.fromEntries(Object.entries(known).filter(([key]) => isKept(key)));
}
