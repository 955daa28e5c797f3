import { isDeepStrictEqual } from 'node:util';
import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';
import { shownAutoStop } from '../../../shared/auto-stop/vm-timer-view.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, findAccount } from '../../../shared/state/index.ts';
import { describeInternalError } from '../../log.ts';
import { type Settings, type SettingsFile, storedStop, withStop } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { lookAtVm } from '../kernel/look-at-vm.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { defaultOf } from './default-stops.ts';
import { type Job, newAutoStop, newTimer, renewed } from './job.ts';
import { type FactsReader, watchedVms } from './read-facts.ts';

export interface JobsPorts extends Pick<PartPorts, 'store' | 'clock' | 'log'> {
  readonly settings: Pick<SettingsFile, 'load' | 'update'>;
  /** As in `ApplicationPorts`. */
  readonly idleStopMs?: number | undefined;
}

const isSame = (one: AutoStop | undefined, other: AutoStop) =>
  one !== undefined && one.kind === other.kind && isDeepStrictEqual(one.limit, other.limit);

const byKey = <T extends VmRef>(list: readonly T[] = []) =>
  new Map(list.map((each) => [keyOf(each), each]));

/** The settings with a job, apart from what another program changed since they were `read`. The same object where nothing changes. */
function withJob(settings: Settings, read: Settings, job: Job): Settings {
  const { vm, autoStop: state, timer } = job;
  const [before, known] = [storedStop(settings, vm), storedStop(read, vm)];
  const own = state?.stage.kind === 'ended' ? undefined : state?.autoStop;
  const isOwn = before.autoStop && state && isDeepStrictEqual(before.autoStop, known.autoStop);
  const next = {
    autoStop: isOwn ? own : before.autoStop,
    timer: isDeepStrictEqual(before.timer, known.timer) ? timer.timer : before.timer,
  };
  return isDeepStrictEqual(before, next) ? settings : withStop(settings, vm, next);
}

/** The state of a stored auto-stop, also once its flag was changed; null: it is new. @param former as stored before */
function knownState(
  state: Job['autoStop'] | undefined,
  former: AutoStop | undefined,
  stored: AutoStop,
): Job['autoStop'] {
  if (!state || !(isSame(former, stored) || isSame(state.autoStop, stored))) return null;
  const { autoStop } = state;
  const { onVm } = stored;
  return autoStop.onVm === onVm ? state : { ...state, autoStop: { ...autoStop, onVm } };
}

/** By `vmKey`, as rows, details and terminal show the jobs. */
const shownJobs = (
  app: AppState,
  jobs: ReadonlyMap<string, Job>,
  facts: FactsReader,
  now: number,
): AppState['autoStops'] =>
  Object.fromEntries(
    [...jobs].flatMap(([key, { vm, autoStop: state, timer }]) => {
      const isHidden =
        state === null || state.stage.kind === 'ended' || facts.isReminder(state.autoStop);
      const own = { timer: timer.timer, ...(!isHidden && { autoStop: state.autoStop }) };
      const account = findAccount(app, vm.accountId);
      const shown = shownAutoStop(own, account, timer.problem, now);
      return shown === undefined ? [] : [[key, shown] as const];
    }),
  );

/** The jobs of the settings file, and of VMs whose timers another computer may set, by `vmKey`. The only writer of both. */
export function createJobs(ports: JobsPorts, facts: FactsReader) {
  const { store, settings, clock, log, idleStopMs } = ports;
  let jobs: ReadonlyMap<string, Job> = new Map();
  let current: Settings | null = null;
  let isActing = false;
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

  function show(read: Settings): void {
    const { armed = [] } = read;
    // A switched-off default stops nothing. A viewer may not know the default of the acting process.
    const autoStops = (read.autoStops ?? []).filter(
      ({ from, accountId }) =>
        !isActing || !from || defaultOf(read, accountId, idleStopMs) !== null,
    );
    const [timers, stops] = [byKey(armed), byKey(autoStops)];
    const [formerTimers, formerStops] = [byKey(current?.armed), byKey(current?.autoStops)];
    const sent = byKey(current === null ? read.operations : []);
    const watched = watchedVms(store.get()).map(({ vm, ...ref }) => ({ ...ref, name: vmName(vm) }));
    current = read;
    const vms = byKey([...watched, ...armed, ...autoStops]);
    const next = [...vms].map(([key, { accountId, vmId, name }]): [string, Job] => {
      const job = jobs.get(key);
      const stored = timers.get(key);
      const { timer = newTimer(stored) } = job ?? {};
      const own = stops.get(key);
      const isSent = sent.get(key)?.operation === 'stop';
      const listed = lookAtVm(store.get(), { accountId, vmId });
      const now = { listed, now: clock.now(), monotonic: clock.monotonic() };
      const isWritten =
        !isDeepStrictEqual(formerTimers.get(key), stored) &&
        !isDeepStrictEqual(timer.timer, stored);
      const known = own && knownState(job?.autoStop, formerStops.get(key), own);
      return [
        key,
        {
          vm: { accountId, vmId, name },
          autoStop: own ? (known ?? newAutoStop(own, now, isSent)) : null,
          timer: isWritten ? renewed({ ...newTimer(stored), notified: timer.notified }) : timer,
        },
      ];
    });
    jobs = new Map(next);
    publish();
  }

  function publish(): void {
    const app = store.get();
    const autoStops = shownJobs(app, jobs, facts, clock.now());
    if (!isDeepStrictEqual(autoStops, app.autoStops)) store.set({ autoStops });
  }

  return {
    jobs: () => jobs,
    /** From the next reading on, this process stops the VMs. */
    begin(): void {
      isActing = true;
    },
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
    set(job: Job): void {
      jobs = new Map(jobs).set(keyOf(job.vm), job);
    },
    /** Writes what changed, before its effects. */
    saveJob: ({ vm }: Job) =>
      save((read) => {
        const job = jobs.get(keyOf(vm));
        return job === undefined ? read : withJob(read, current ?? read, job);
      }),
    each(apply: (job: Job) => Job): void {
      jobs = new Map([...jobs].map(([key, job]) => [key, apply(job)]));
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
