import { isDeepStrictEqual } from 'node:util';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { shownAutoStop } from '../../../shared/auto-stop/vm-timer-view.ts';
import { vmName } from '../../../shared/domain/index.ts';
import { allVms, findAccount } from '../../../shared/state/index.ts';
import { describeInternalError } from '../../log.ts';
import {
  type Settings,
  type SettingsFile,
  withoutAutoStop,
  withTimer,
} from '../../settings/index.ts';
import { keyOf, type VmRef } from '../../ssh/index.ts';
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

const withFlag = (own: AutoStop, { onVm }: AutoStop) =>
  own.onVm === onVm ? own : { ...own, onVm };

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

  /** Shows what the command line may have changed. */
  async function reread(): Promise<void> {
    const before = changes;
    try {
      const read = await settings.load();
      if (before === changes) show(read);
    } catch (error) {
      log.warn('auto-stop.unread', describeInternalError(error));
    }
  }

  function autoStopOf(job: Job | undefined, stored: AutoStop | undefined): Job['autoStop'] {
    if (stored === undefined) return null;
    const state = job?.autoStop ?? null;
    const isKnown =
      state !== null && [state.stored, state.autoStop].some((one) => isSame(one, stored));
    const time = { now: clock.now(), monotonic: clock.monotonic() };
    if (!isKnown) return newAutoStop(stored, facts.listed(stored), time);
    return { ...state, stored, autoStop: withFlag(state.autoStop, stored) };
  }

  function show(read: Settings): void {
    const { autoStops = [], armed = [] } = read;
    const before = current?.armed;
    current = read;
    const [timers, formerTimers, stops] = [byKey(armed), byKey(before), byKey(autoStops)];
    const vms = [...[...jobs.values()].map(({ vm }) => vm), ...armed, ...autoStops];
    for (const [key, { accountId, vmId, name }] of byKey(vms)) {
      const job = jobs.get(key);
      const stored = timers.get(key);
      const { timer = newTimer(stored) } = job ?? {};
      const isWritten =
        !isDeepStrictEqual(formerTimers.get(key), stored) &&
        !isDeepStrictEqual(timer.timer, stored);
      jobs.set(key, {
        vm: { accountId, vmId, name },
        autoStop: autoStopOf(job, stops.get(key)),
        timer: isWritten ? renewed({ ...newTimer(stored), notified: timer.notified }) : timer,
      });
    }
    publish();
  }

  function publish(): void {
    const shown = Object.fromEntries(
      [...jobs].flatMap(([key, { vm, autoStop: state, timer }]) => {
        const isHidden =
          state === null || state.stage.kind === 'ended' || facts.isReminder(state.autoStop);
        const account = findAccount(store.get(), vm.accountId);
        const own = isHidden ? undefined : state.autoStop;
        const one = shownAutoStop(own, timer.timer, account, timer.problem, clock.now());
        return one === undefined ? [] : [[key, one] as const];
      }),
    );
    if (!isDeepStrictEqual(shown, store.get().autoStops)) store.set({ autoStops: shown });
  }

  /** The running VMs of accounts whose load is read get a job: another computer may have set their timers. */
  function watch(): ReadonlySet<string> {
    const isRead = ({ id, can }: AppAccount) =>
      store.get().ssh.gpuLoadAccounts.includes(id) && can.includes('stopFromInside');
    const watched = allVms(store.get()).filter(
      ({ account, vm }) => vm.phase === 'running' && isRead(account),
    );
    for (const { key, accountId, vmId, vm } of watched)
      if (!jobs.has(key)) {
        const named = { accountId, vmId, name: vmName(vm) };
        jobs.set(key, { vm: named, autoStop: null, timer: newTimer(undefined) });
      }
    return new Set(watched.map(({ key }) => key));
  }

  return {
    jobs,
    change,
    save,
    show,
    reread,
    publish,
    watch,
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
