import { type Clock, sleep } from '../../core/clock.ts';
import type { ProviderClient } from '../../core/providers/index.ts';
import { ProblemError } from '../../core/user-error.ts';
import { problemSeverity } from '../../shared/domain/account-state.ts';
import { isChanging, type Vm } from '../../shared/domain/vm.ts';
import { launchedRate } from '../../shared/launch/launch-rate.ts';

const PAUSE_MS = 5_000;
/** A VM that runs and does not accept logins for so long may never do, ms. */
const MAX_UNREADY_MS = 300_000;

export interface Following {
  readonly client: Pick<ProviderClient, 'getVm'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly answers: (vm: Vm) => Promise<boolean>;
  readonly onRead: (vm: Vm) => void;
}

/** Ends when the VM accepts logins, will not run, or does not become ready. @throws ProblemError when the credential was refused, the signal's reason */
export async function followVm(
  created: Vm,
  { client, clock, signal, answers, onRead }: Following,
): Promise<'ready' | 'notReady' | 'ended'> {
  let runningSince: number | null = null;
  for (let vm = created; ; onRead(vm)) {
    if (vm.phase === 'running') {
      runningSince ??= clock.monotonic();
      if (await answers(vm)) return 'ready';
      if (clock.monotonic() - runningSince > MAX_UNREADY_MS) return 'notReady';
    } else if (!isChanging(vm.phase) && vm.phase !== 'unknown') return 'ended';
    await sleep(clock, PAUSE_MS, signal);
    vm = await read(client, vm, signal);
  }
}

/** The record of a created VM, with its rate where that comes within half a minute; null: the record cannot be read. */
export async function readNewVm(
  vmId: string,
  created: Vm | null,
  { client, clock, signal }: Pick<Following, 'client' | 'clock' | 'signal'>,
): Promise<Vm | null> {
  let vm = created;
  for (let reads = 0; reads < 6; reads += 1) {
    if (vm !== null && (launchedRate(vm) !== null || !isChanging(vm.phase))) return vm;
    await sleep(clock, PAUSE_MS, signal);
    vm = await client.getVm(vmId, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ProblemError) return vm;
      throw error;
    });
  }
  return vm;
}

/** The VM now, or as before when the service did not answer. */
async function read(client: Following['client'], before: Vm, signal: AbortSignal): Promise<Vm> {
  try {
    return await client.getVm(before.id, signal);
  } catch (error) {
    signal.throwIfAborted();
    const isProblem = error instanceof ProblemError;
    const mayPass = isProblem && problemSeverity(error.problem) === 'outOfDate';
    if (mayPass && error.problem.kind !== 'notFound') return before;
    throw error;
  }
}
