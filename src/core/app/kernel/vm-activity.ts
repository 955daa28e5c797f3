import { lastPhase, type Vm, vmsOf, waitNote } from '../../../shared/domain/index.ts';
import { HIGH_ABOVE, looksFinished, WORK_MS } from '../../../shared/gpu-load/gpu-load.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { isLow } from '../../../shared/vms/idleness.ts';
import { isInTrouble, type VmActivity } from '../../../shared/vms/vm-groups.ts';
import type { PollReport } from '../../monitor/index.ts';

interface Observation {
  readonly before: Vm | undefined;
  readonly times: VmActivity | undefined;
  readonly isAfterWake: boolean;
  /** Polls were missed before this one. */
  readonly isAfterGap: boolean;
  readonly now: number;
  readonly lowBelow: number;
}

/** The work of the GPUs, which changes where it begins and ends only: a busy VM sends nothing more. */
function workOf(
  { phase, gpuPercents = [] }: Vm,
  { lowSince, highSince, workedUntil }: VmActivity,
  isStillLow: boolean,
  { isAfterGap, now }: Observation,
): Pick<VmActivity, 'highSince' | 'workedUntil'> {
  const isHigh = phase === 'running' && gpuPercents.some((load) => load > HIGH_ABOVE);
  const hasWorked = !isAfterGap && highSince !== undefined && now - highSince >= WORK_MS;
  // Alert once per busy period, even if short bursts follow.
  const isOver = !isStillLow && looksFinished({ lowSince, workedUntil: workedUntil ?? null }, now);
  const worked = !isHigh && hasWorked ? now : workedUntil;
  return {
    ...(isHigh && { highSince: isAfterGap ? now : Math.min(highSince ?? now, now) }),
    ...(!isOver && worked !== undefined && { workedUntil: worked }),
  };
}

/** For VMs whose record says what is possible. */
function stuckOf(
  vm: Vm,
  { before, times, now }: Observation,
): Pick<VmActivity, 'startingSince' | 'hasLostGpu'> {
  const { phase, gpuCount, operations, rates } = vm;
  if (operations === undefined) return {};
  // A VM that waits for its GPU says so, and is not billed for it.
  const isBilled = waitNote(vm) === null && rates.now?.perHour !== 0;
  const isStarting = isBilled && (phase === 'creating' || phase === 'starting');
  const hadGpu = times?.hasLostGpu === true || (before?.gpuCount ?? 0) > 0;
  return {
    ...(isStarting && { startingSince: Math.min(times?.startingSince ?? now, now) }),
    ...(gpuCount === 0 && hadGpu && { hasLostGpu: true }),
  };
}

function timesOf(vm: Vm, observation: Observation): VmActivity | undefined {
  const { before, times, isAfterWake, now, lowBelow } = observation;
  if (vm.phase === 'unconfirmed') return times;
  const hasTrouble = isInTrouble(vm);
  const isLowNow = vm.phase === 'running' && isLow(vm, lowBelow) === true;
  const hasMore = vm.gpuPercents !== undefined || vm.operations !== undefined;
  // Most of thousands of VMs end here.
  if (times === undefined && !hasTrouble && !isLowNow && !hasMore) return undefined;
  const isSame = times !== undefined && before !== undefined && lastPhase(before) === vm.phase;
  const known: VmActivity = isSame
    ? times
    : {
        troubleSince: hasTrouble ? now : null,
        isTroubleObserved: hasTrouble && before !== undefined && lastPhase(before) !== vm.phase,
        lowSince: null,
      };
  // The load during sleep is unknown. After a clock was set back, no time is in the future.
  const lowBefore = isAfterWake ? now : Math.min(known.lowSince ?? now, now);
  const lowSince = isLowNow ? lowBefore : null;
  const more: Omit<VmActivity, 'troubleSince' | 'isTroubleObserved' | 'lowSince'> = {
    ...workOf(vm, known, isLowNow, observation),
    ...stuckOf(vm, observation),
  };
  if (!hasTrouble && lowSince === null && Object.keys(more).length === 0) return undefined;
  const { troubleSince, isTroubleObserved } = known;
  const isKept =
    known.lowSince === lowSince &&
    known.highSince === more.highSince &&
    known.workedUntil === more.workedUntil &&
    known.startingSince === more.startingSince &&
    known.hasLostGpu === more.hasLostGpu;
  return isKept ? known : { troubleSince, isTroubleObserved, lowSince, ...more };
}

/** No time changed: the same object. @param lowBelow % of CPU and RAM */
export function vmTimesAfter(
  known: AppState['vmActivity'],
  report: Omit<PollReport, 'events'> & { readonly isAfterGap?: boolean },
  now: number,
  lowBelow: number,
): AppState['vmActivity'] {
  const { accountId, before, after, isAfterWake, isAfterGap = isAfterWake } = report;
  const old = new Map(vmsOf(before).map((vm) => [vm.id, vm]));
  const others = Object.entries(known).filter(([key]) => !key.startsWith(vmKey(accountId, '')));
  const own = vmsOf(after).flatMap((vm) => {
    const key = vmKey(accountId, vm.id);
    const about = { isAfterWake, isAfterGap, now, lowBelow };
    const times = timesOf(vm, { before: old.get(vm.id), times: known[key], ...about });
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
