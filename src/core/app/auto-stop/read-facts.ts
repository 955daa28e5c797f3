import { type AutoStop, asShown } from '../../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder } from '../../../shared/auto-stop/default-stop.ts';
import { isArmedFor, onVmLimit } from '../../../shared/auto-stop/vm-timer.ts';
import { isVmMissing } from '../../../shared/domain/index.ts';
import { parseDateTime } from '../../../shared/format/index.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { findAccount, findVm } from '../../../shared/state/index.ts';
import type { History } from '../../history/index.ts';
import { describeInternalError } from '../../log.ts';
import { keyOf, type VmRef } from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { autoStopEnd } from './auto-stop-end.ts';
import type { AutoStopFacts, Listed } from './auto-stop-state.ts';
import type { Job } from './step.ts';
import { selfStopOf, type TimerStepFacts } from './timer-state.ts';

export interface FactsPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  /** Null: none is open. */
  readonly history: () => Pick<History, 'spans'> | null;
  /** As in `ApplicationPorts`. */
  readonly isUnattended?: boolean | undefined;
}

/** The facts of a decision, read from the state. */
export function createFacts({ store, history, clock, log, isUnattended = false }: FactsPorts) {
  function spansSince({ accountId, vmId }: AutoStop, since: number) {
    try {
      return history()?.spans(accountId, vmId, since, clock.now()) ?? [];
    } catch (error) {
      // Its cost is unknown. Other auto-stops need no history.
      log.warn('auto-stop.unmeasured', describeInternalError(error));
      return [];
    }
  }

  function listed({ accountId, vmId }: VmRef): Listed {
    const snapshot = store.get().snapshots[accountId];
    const { value = null, problem = null } = snapshot?.vms ?? {};
    if (value === null || (problem !== null && problem.kind !== 'incompleteList')) return 'unknown';
    const vm = findVm(store.get(), { accountId, vmId });
    return (
      (vm?.phase === 'unconfirmed' ? null : vm) ??
      (isVmMissing(snapshot, vmId) ? 'gone' : 'unknown')
    );
  }

  /** @param vm as read last; default: as listed */
  function isReminder(autoStop: AutoStop, vm: Listed = listed(autoStop)): boolean {
    const account = findAccount(store.get(), autoStop.accountId);
    const known = typeof vm === 'string' ? null : vm;
    return account !== undefined && isDefaultReminder(autoStop, known, account);
  }

  function access(autoStop: AutoStop, vm: Listed): Pick<AutoStopFacts, 'access' | 'reportsScope'> {
    const account = findAccount(store.get(), autoStop.accountId);
    if (account === undefined) return { access: 'signedOut', reportsScope: true };
    const { reportsScope } = PROVIDERS[account.provider];
    // Without a list, the VM's own record decides.
    const reminds = typeof vm !== 'string' && isReminder(autoStop, vm);
    const canStop = asShown(autoStop, account.can).kind === 'stop' && !reminds;
    return { access: canStop ? 'stops' : 'reminds', reportsScope };
  }

  return {
    listed,
    isReminder,
    /** Of its auto-stop; null: it has none. */
    of({ autoStop: state, timer }: Job): AutoStopFacts | null {
      if (state === null) return null;
      const { autoStop } = state;
      const now = clock.now();
      const vm = listed(autoStop);
      const isStopped = typeof vm !== 'string' && vm.phase === 'stopped';
      const limit = onVmLimit(autoStop);
      return {
        now,
        monotonic: clock.monotonic(),
        end: autoStopEnd(autoStop, { core: store.core(), spansSince, now }),
        listed: vm,
        ...access(autoStop, vm),
        isUnattended,
        pending: store.get().operations[keyOf(autoStop)],
        isArmed: limit !== null && isArmedFor(timer.timer, limit),
        selfStop: isStopped ? selfStopOf(timer, parseDateTime(vm.stoppedAt), now) : null,
      };
    },
    /** Facts of the timer on the VM. */
    ofTimer(
      { vm, autoStop }: Job,
      others: Pick<TimerStepFacts, 'isReachable' | 'isWatched' | 'isBusy' | 'answer'>,
    ): TimerStepFacts {
      const found = listed(vm);
      const run = typeof found === 'string' ? null : found.startedAt;
      const time = { now: clock.now(), monotonic: clock.monotonic() };
      const isSet = autoStop !== null && autoStop.stage.kind !== 'ended';
      const own = isSet ? autoStop.autoStop : undefined;
      const listedAt = store.get().snapshots[vm.accountId]?.asOf ?? null;
      return { ...time, ...others, autoStop: own, vm: { ...vm, run }, listed: found, listedAt };
    },
  };
}

export type FactsReader = ReturnType<typeof createFacts>;
