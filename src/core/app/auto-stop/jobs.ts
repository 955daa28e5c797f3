import { isDeepStrictEqual } from 'node:util';
import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { shownAutoStop } from '../../../shared/auto-stop/vm-timer-view.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { describeInternalError } from '../../log.ts';
import {
  type Settings,
  type SettingsFile,
  withoutAutoStop,
  withTimer,
} from '../../settings/index.ts';
import { keyOf, type VmRef } from '../../ssh/index.ts';
import { lookAtVm, vmsAsListed } from '../kernel/look-at-vm.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { newAutoStop } from './auto-stop-state.ts';
import type { FactsReader } from './read-facts.ts';
import type { Job } from './step.ts';
import { isTimerNeeded, newTimer, renewed } from './timer-state.ts';

export interface JobsPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
}

const isSame = (one: AutoStop, other: AutoStop) =>
  keyOf(one) === keyOf(other) && isDeepStrictEqual(one.limit, other.limit);

const byKey = <T extends VmRef>(list: readonly T[] = []) =>
  new Map(list.map((each) => [keyOf(each), each]));

/** The settings with a job, unless another auto-stop replaced its own. The same object where nothing changes. */
function withJob(settings: Settings, { vm, autoStop, timer: { timer } }: Job): Settings {
  const { autoStops = [], armed = [] } = settings;
  let next = settings;
  if (autoStop !== null) {
    const { autoStop: own, stored, stage } = autoStop;
    const isOwn = (other: AutoStop) => isSame(other, stored) || isSame(other, own);
    if (stage.kind === 'ended' && autoStops.some(isOwn)) next = withoutAutoStop(next, own);
    else if (stage.kind !== 'ended' && !isDeepStrictEqual(own, stored))
      next = { ...next, autoStops: autoStops.map((each) => (isSame(each, stored) ? own : each)) };
  }
  const known = armed.find((each) => keyOf(each) === keyOf(vm));
  return isDeepStrictEqual(known, timer) ? next : withTimer(next, vm, timer);
}

/** The state of a stored auto-stop, also once its flag was changed; null: it is new. */
function knownState(state: Job['autoStop'] | undefined, stored: AutoStop): Job['autoStop'] {
  const isKnown = state && [state.stored, state.autoStop].some((one) => isSame(one, stored));
  if (!isKnown) return null;
  const { autoStop } = state;
  const { onVm } = stored;
  return { ...state, stored, autoStop: autoStop.onVm === onVm ? autoStop : { ...autoStop, onVm } };
}

/** The running VMs of accounts whose load is read. */
const watchedVms = (state: AppState) =>
  vmsAsListed(state).filter(
    ({ account: { id, can }, vm }) =>
      vm.phase === 'running' &&
      state.ssh.gpuLoadAccounts.includes(id) &&
      can.includes('stopFromInside'),
  );

/** As the panel shows a job; undefined: nothing. @param isReminder of its default @param now ms since the epoch */
function shownOf({ vm, autoStop, timer }: Job, state: AppState, isReminder: boolean, now: number) {
  const isHidden = autoStop === null || autoStop.stage.kind === 'ended' || isReminder;
  const own = isHidden ? undefined : autoStop.autoStop;
  const account = findAccount(state, vm.accountId);
  return shownAutoStop(own, timer.timer, account, timer.problem, now);
}

/** The jobs of the settings file, and of VMs whose timers another computer may set, by `vmKey`. The only writer of both. */
export function createJobs({ store, settings, clock, log }: JobsPorts, facts: FactsReader) {
  const jobs = new Map<string, Job>();
  let current: Settings | null = null;
  /** Version counter: discards a read that started before a write. */
  let changes = 0;

  async function change(apply: (current: Settings) => Settings): Promise<void> {
    changes += 1;
    const next = await settings.update(apply);
    changes += 1;
    show(next);
  }

  /** Never rejects: the next decision, or after a restart the VM's state, has the same result. */
  async function save(apply: (current: Settings) => Settings): Promise<void> {
    if (current !== null && apply(current) === current) return;
    await change(apply).catch((error) =>
      log.warn('auto-stop.unsaved', describeInternalError(error)),
    );
  }

  /** @param isStopSent by an earlier run, which may have been killed before it could say so: the VM ran then */
  function newState(stored: AutoStop, isStopSent: boolean) {
    const times = { now: clock.now(), monotonic: clock.monotonic() };
    const state = newAutoStop(stored, lookAtVm(store.get(), stored), times);
    return isStopSent && state.run === null ? { ...state, run: { startedAt: null } } : state;
  }

  function show(read: Settings): void {
    const { autoStops = [], armed = [] } = read;
    const former = byKey(current?.armed);
    const sent = byKey(current === null ? read.operations : []);
    const [timers, stops] = [byKey(armed), byKey(autoStops)];
    current = read;
    const vms = [...[...jobs.values()].map(({ vm }) => vm), ...armed, ...autoStops];
    for (const [key, { accountId, vmId, name }] of byKey(vms)) {
      const job = jobs.get(key);
      const stored = timers.get(key);
      const { timer = newTimer(stored) } = job ?? {};
      const own = stops.get(key);
      const isWritten =
        !isDeepStrictEqual(former.get(key), stored) && !isDeepStrictEqual(timer.timer, stored);
      jobs.set(key, {
        vm: { accountId, vmId, name },
        autoStop: own
          ? (knownState(job?.autoStop, own) ?? newState(own, sent.get(key)?.operation === 'stop'))
          : null,
        timer: isWritten ? renewed({ ...newTimer(stored), notified: timer.notified }) : timer,
      });
    }
    publish();
  }

  function publish(): void {
    const state = store.get();
    const shown = [...jobs].flatMap(([key, job]) => {
      const isReminder = job.autoStop !== null && facts.isReminder(job.autoStop.autoStop);
      const one = shownOf(job, state, isReminder, clock.now());
      return one === undefined ? [] : [[key, one] as const];
    });
    const autoStops = Object.fromEntries(shown);
    if (!isDeepStrictEqual(autoStops, state.autoStops)) store.set({ autoStops });
  }

  return {
    jobs,
    change,
    save,
    show,
    publish,
    /** Shows what the command line may have changed. */
    async reread(): Promise<void> {
      const before = changes;
      try {
        const read = await settings.load();
        if (before === changes) show(read);
      } catch (error) {
        log.warn('auto-stop.unread', describeInternalError(error));
      }
    },
    /** VMs whose timers another computer may have set get a job. */
    watch(): ReadonlySet<string> {
      const watched = watchedVms(store.get());
      for (const { key, accountId, vmId, vm } of watched)
        if (!jobs.has(key)) {
          const named = { accountId, vmId, name: vmName(vm) };
          jobs.set(key, { vm: named, autoStop: null, timer: newTimer(undefined) });
        }
      return new Set(watched.map(({ key }) => key));
    },
    /** Writes what changed, before its effects; or what the user has set meanwhile. */
    saveJob: (job: Job) => save((read) => withJob(read, jobs.get(keyOf(job.vm)) ?? job)),
    each(apply: (job: Job) => Job): void {
      for (const [key, job] of jobs) jobs.set(key, apply(job));
    },
    /** Forgets those of which nothing is known. */
    clean(isKept: (key: string) => boolean): void {
      for (const [key, { autoStop, timer }] of jobs) {
        const needed = { autoStop: undefined, isWatched: isKept(key) };
        if (autoStop === null && !isTimerNeeded(timer, needed)) jobs.delete(key);
      }
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
