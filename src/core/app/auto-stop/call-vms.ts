import type { VmLimit } from '../../../shared/auto-stop/auto-stop.ts';
import { LOW_BELOW } from '../../../shared/gpu-load/gpu-load.ts';
import { describeInternalError } from '../../log.ts';
import { computerName } from '../../settings/index.ts';
import {
  type ArmedAnswer,
  type ArmedOrder,
  type CallTimer,
  keyOf,
  type SshHost,
  type VmRef,
} from '../../ssh/index.ts';
import { lookAtVm, recordIn, type VmLook } from '../kernel/look-at-vm.ts';
import type { PartPorts } from '../kernel/ports.ts';
import type { OperationsPart } from '../operations/index.ts';
import type { Job } from './step.ts';
import type { TimerCall } from './timer-state.ts';

export interface CallPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  readonly operations: Pick<OperationsPart, 'read'>;
  readonly callTimer: CallTimer;
  readonly hostOf: (vm: VmRef) => SshHost | null;
  /** The port's `stopFromInside`; null: the provider has none, or the account is gone. */
  readonly scriptOf: (accountId: string) => string | null;
}

/** VMs that are called at once. */
const AT_ONCE = 4;

const NO_ANSWER = { kind: 'failed', problem: 'unreachable' } as const;

/** The limit as a VM counts it. */
function fromNow(limit: VmLimit, now: number): ArmedOrder['limit'] {
  return limit.kind === 'time'
    ? { kind: 'time', ms: limit.at - now }
    : { kind: 'idle', ms: limit.ms, threshold: LOW_BELOW };
}

/** Calls VMs for their timers, some at once and beside all else. */
export function createCalls({ store, operations, callTimer, clock, log, ...ports }: CallPorts) {
  /** Underway, by `vmKey`. */
  const calls = new Map<string, Promise<void>>();
  /** Ends the calls; null: none may be made. */
  let controller: AbortController | null = null;

  /** Null: the VM cannot be called now. */
  function placeOf(vm: VmRef) {
    const isOn = recordIn(lookAtVm(store.get(), vm))?.phase === 'running';
    const host = isOn ? ports.hostOf(vm) : null;
    const script = ports.scriptOf(vm.accountId);
    return host === null || script === null ? null : { host, script };
  }

  /** Sent otherwise, the call that tries the VM's key would cancel a stop, or start a VM that is billed. */
  async function mayTry(vm: VmRef): Promise<boolean> {
    const isIntended = (look: VmLook) => recordIn(look)?.isRunIntended === true;
    if (!isIntended(lookAtVm(store.get(), vm))) return false;
    return isIntended(await operations.read(vm)) && store.get().operations[keyOf(vm)] === undefined;
  }

  async function answerOf({ vm, timer }: Job, { write }: TimerCall, signal: AbortSignal) {
    const place = placeOf(vm);
    if (place === null) return NO_ANSWER;
    const { host, script } = place;
    if (!write) return callTimer(host, script, write === null ? 'clear' : 'read', signal);
    const isTried = await mayTry(vm);
    const now = clock.now();
    const number = Math.max(Math.floor(now), (timer.timer?.number ?? 0) + 1);
    const order = { number, computer: computerName(), limit: fromNow(write, now), isTried };
    return callTimer(host, script, order, signal);
  }

  return {
    calls,
    isReachable: (vm: VmRef) => placeOf(vm) !== null,
    isBusy: (key: string) => controller === null || calls.has(key) || calls.size >= AT_ONCE,
    allow(isOn: boolean): void {
      controller?.abort();
      controller = isOn ? new AbortController() : null;
    },
    /** @param onAnswer the call counts as underway until its answer is stored */
    async start(
      job: Job,
      call: TimerCall,
      onAnswer: (answer: ArmedAnswer) => Promise<void>,
    ): Promise<void> {
      if (controller === null) return;
      const { signal } = controller;
      const key = keyOf(job.vm);
      const running = answerOf(job, call, signal)
        .catch((error): ArmedAnswer => {
          log.error('armed.internal_error', describeInternalError(error));
          return NO_ANSWER;
        })
        .then((answer) => (signal.aborted ? undefined : onAnswer(answer)))
        .catch((error) => log.error('armed.internal_error', describeInternalError(error)))
        .finally(() => {
          if (calls.get(key) === running) calls.delete(key);
        });
      calls.set(key, running);
      await running;
    },
  };
}
