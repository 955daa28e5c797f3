import { vmsOf } from '../../../shared/domain/account-state.ts';
import { isSame } from '../../../shared/domain/is-same.ts';
import { isSameRun, lastPhase, type Vm, waitNote } from '../../../shared/domain/vm.ts';
import { isOneHigh, observeLoad } from '../../../shared/gpu-load/gpu-load.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { isLow } from '../../../shared/vms/idleness.ts';
import { listedGpus } from '../../../shared/vms/listed-load.ts';
import { isInTrouble, NO_ACTIVITY, type VmActivity } from '../../../shared/vms/vm-activity.ts';
import { lookupIn, type PollReport } from '../../monitor/index.ts';

interface Observation {
  readonly before: Vm | undefined;
  readonly times: VmActivity | undefined;
  /** When its list was received before; polls were missed since then. */
  readonly lastAt: number;
  readonly isGap: boolean;
  readonly now: number;
  /** % of CPU and RAM. */
  readonly lowBelow: number;
}

/** For VMs whose record says what is possible. */
function stuckOf(
  vm: Vm,
  { before, times, now }: Observation,
): Pick<VmActivity, 'startingSince' | 'hasLostGpu'> {
  const { phase, gpuCount, operations, rates } = vm;
  if (operations === undefined) return {};
  // No GPU is billed while the VM waits for one.
  const isBilled = waitNote(vm) === null && rates.now?.perHour !== 0;
  const isStarting = isBilled && (phase === 'creating' || phase === 'starting');
  const hadGpu = times?.hasLostGpu === true || (before?.gpuCount ?? 0) > 0;
  return {
    ...(isStarting && { startingSince: Math.min(times?.startingSince ?? now, now) }),
    ...(gpuCount === 0 && hadGpu && { hasLostGpu: true }),
  };
}

function timesOf(vm: Vm, observation: Observation): VmActivity | undefined {
  const { before, times, now, lowBelow } = observation;
  if (vm.phase === 'unconfirmed') return times;
  const hasTrouble = isInTrouble(vm);
  const isRunning = vm.phase === 'running';
  const seen = {
    isLow: isRunning && isLow(vm, lowBelow),
    isHigh: isRunning && isOneHigh(listedGpus(vm) ?? []),
  };
  const hasMore = vm.gpuPercents !== undefined || vm.operations !== undefined;
  // Most of thousands of VMs end here.
  if (times === undefined && !hasTrouble && !seen.isLow && !hasMore) return undefined;
  // A VM that was restarted between two polls runs in both.
  const isRestarted = isRunning && before !== undefined && !isSameRun(before.startedAt, vm);
  const isKept = before !== undefined && lastPhase(before) === vm.phase && !isRestarted;
  const wasOther = before !== undefined && lastPhase(before) !== vm.phase;
  const trouble = {
    troubleSince: hasTrouble ? now : null,
    isTroubleObserved: hasTrouble && wasOther,
  };
  const known: VmActivity = isKept && times !== undefined ? times : { ...NO_ACTIVITY, ...trouble };
  const { startingSince: _, hasLostGpu: __, ...kept } = known;
  const course = observeLoad(known, seen, observation);
  const next: VmActivity = { ...kept, ...course, ...stuckOf(vm, observation) };
  if (isSame(next, NO_ACTIVITY)) return undefined;
  return isSame(next, known) ? known : next;
}

/** No time changed: the same object. */
export function vmTimesAfter(
  known: AppState['vmActivity'],
  { accountId, before, after }: Pick<PollReport, 'accountId' | 'before' | 'after'>,
  poll: Pick<Observation, 'now' | 'lastAt' | 'isGap' | 'lowBelow'>,
): AppState['vmActivity'] {
  const old = lookupIn(vmsOf(before));
  const others = Object.entries(known).filter(([key]) => !key.startsWith(vmKey(accountId, '')));
  const own = vmsOf(after).flatMap((vm, place) => {
    const key = vmKey(accountId, vm.id);
    const times = timesOf(vm, { before: old(vm.id, place), times: known[key], ...poll });
    return times === undefined ? [] : [[key, times] as const];
  });
  const isUnchanged =
    others.length + own.length === Object.keys(known).length &&
    own.every(([key, times]) => known[key] === times);
  return isUnchanged ? known : Object.fromEntries([...others, ...own]);
}

export function timesOfAccounts(
  known: AppState['vmActivity'],
  accountIds: readonly string[],
): AppState['vmActivity'] {
  const isKept = (key: string) => accountIds.some((id) => key.startsWith(vmKey(id, '')));
  return Object.fromEntries(Object.entries(known).filter(([key]) => isKept(key)));
}
