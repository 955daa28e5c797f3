import { type Clock, sleep } from '../../core/clock.ts';
import type { ProviderClient } from '../../core/providers/index.ts';
import { attempt, ProblemError } from '../../core/user-error.ts';
import { problemSeverity } from '../../shared/domain/account-state.ts';
import { isChanging, type Vm, vmName } from '../../shared/domain/vm.ts';
import { formatDuration } from '../../shared/format/index.ts';
import { launchedRate } from '../../shared/launch/launch-rate.ts';
import { CommandError, EXIT } from '../errors.ts';
import * as messages from '../messages.ts';

const PAUSE_MS = 5_000;
/** A VM that runs and does not accept logins for so long may never do, ms. */
const MAX_UNREADY_MS = 300_000;

interface Following {
  readonly client: Pick<ProviderClient, 'getVm'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly answers: (vm: Vm) => Promise<boolean>;
  readonly say: (line: string) => void;
  /** With the VM as it was read last, however this ends: it exists and is billed. */
  readonly onEnd: (vm: Vm) => Promise<void>;
}

/** Ends when the VM accepts logins. @throws CommandError when it will not run or become ready, ProblemError when the credential was refused, the signal's reason */
export async function followVm(
  created: Vm,
  { client, clock, signal, answers, say, onEnd }: Following,
): Promise<void> {
  const { ready, notReady, ended, status } = messages.launch;
  const start = clock.monotonic();
  const elapsed = () => formatDuration(clock.monotonic() - start);
  let runningSince: number | null = null;
  let vm = created;
  try {
    for (;;) {
      if (vm.phase === 'running') {
        runningSince ??= clock.monotonic();
        if (await answers(vm)) return say(ready(elapsed()));
        if (clock.monotonic() - runningSince > MAX_UNREADY_MS)
          throw new CommandError(EXIT.outOfDate, notReady(vmName(vm)));
      } else if (!isChanging(vm.phase) && vm.phase !== 'unknown')
        throw new CommandError(EXIT.outOfDate, ended(vmName(vm), vm.status));
      await sleep(clock, PAUSE_MS, signal);
      const now = await read(client, vm, signal);
      if (now.status !== vm.status) say(status(vmName(now), now.status, elapsed()));
      vm = now;
    }
  } finally {
    await onEnd(vm);
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
    vm = (await attempt(client.getVm(vmId, signal), signal)).value ?? vm;
  }
  return vm;
}

/** The VM now, or as before when the service did not answer. */
async function read(client: Following['client'], before: Vm, signal: AbortSignal): Promise<Vm> {
  const { value, problem } = await attempt(client.getVm(before.id, signal), signal);
  if (problem === null) return value;
  if (problemSeverity(problem) === 'outOfDate' && problem.kind !== 'notFound') return before;
  throw new ProblemError(problem);
}
