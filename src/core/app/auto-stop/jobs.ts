import { isDeepStrictEqual } from 'node:util';
import { isDefaultReminder } from '../../../shared/auto-stop/default-stop.ts';
import { shownAutoStop } from '../../../shared/auto-stop/vm-timer-view.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { describeInternalError } from '../../log.ts';
import { type Settings, storedStop, withStop } from '../../settings/index.ts';
import { keyOf } from '../../ssh/index.ts';
import { lookAtVm, recordIn } from '../kernel/look-at-vm.ts';
import { defaultOf } from './default-stops.ts';
import { type AutoStopPorts, heldStop, type Job, newAutoStop, newTimer, renewed } from './job.ts';
import { watchedVms } from './read-facts.ts';

/** Whether what is stored is what was read or written here last: no other program changed it. */
const isKnown = <T>(stored: T, former: T, own: T) =>
  isDeepStrictEqual(stored, former) || isDeepStrictEqual(stored, own);

const byKey = <T extends VmRef>(list: readonly T[] = []) =>
  new Map(list.map((each) => [keyOf(each), each]));

/** The settings with a job, apart from what another program changed since they were `read`. The same object where nothing changes. */
function withJob(settings: Settings, read: Settings, job: Job): Settings {
  const [before, known] = [storedStop(settings, job.vm), storedStop(read, job.vm)];
  const { autoStop, timer } = before;
  const isOwn = autoStop && job.autoStop && isDeepStrictEqual(autoStop, known.autoStop);
  const next = {
    autoStop: isOwn ? heldStop(job) : autoStop,
    timer: isDeepStrictEqual(timer, known.timer) ? job.timer.timer : timer,
  };
  return isDeepStrictEqual(before, next) ? settings : withStop(settings, job.vm, next);
}

/** The jobs of settings, with what is known of each from before. */
function jobsOf(
  read: Settings,
  before: Settings | null,
  jobs: ReadonlyMap<string, Job>,
  { store, clock }: AutoStopPorts,
): ReadonlyMap<string, Job> {
  const [timers, stops] = [byKey(read.armed), byKey(read.autoStops)];
  const [formerTimers, formerStops] = [byKey(before?.armed), byKey(before?.autoStops)];
  const sent = byKey(before === null ? read.operations : []);
  const watched = watchedVms(store.get()).map(({ vm, ...ref }) => ({ ...ref, name: vmName(vm) }));
  const vms = byKey([...watched, ...timers.values(), ...stops.values()]);
  const next = [...vms].map(([key, { accountId, vmId, name }]): [string, Job] => {
    const [own, stored] = [stops.get(key), timers.get(key)];
    const { autoStop = null, timer = newTimer(stored) } = jobs.get(key) ?? {};
    const isSent = sent.get(key)?.operation === 'stop';
    const listed = lookAtVm(store.get(), { accountId, vmId });
    const isOld = autoStop !== null && isKnown(own, formerStops.get(key), autoStop.autoStop);
    const isWritten = !isKnown(stored, formerTimers.get(key), timer.timer);
    return [
      key,
      {
        vm: { accountId, vmId, name },
        autoStop: own ? (isOld ? autoStop : newAutoStop(own, listed, isSent, clock)) : null,
        timer: isWritten ? renewed({ ...newTimer(stored), notified: timer.notified }) : timer,
      },
    ];
  });
  return new Map(next);
}

/** The jobs of the settings file, and of VMs whose timers another computer may set, by `vmKey`. The only writer of both. */
export function createJobs(ports: AutoStopPorts) {
  const { store, settings, clock, log, idleStopMs } = ports;
  let jobs: ReadonlyMap<string, Job> = new Map();
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

  function show(read: Settings): void {
    // A switched-off default stops nothing. A viewer may not know the default of the acting process.
    const autoStops = read.autoStops?.filter(
      ({ from, accountId }) =>
        !book.isActing || !from || defaultOf(read, accountId, idleStopMs) !== null,
    );
    jobs = jobsOf({ ...read, autoStops }, current, jobs, ports);
    current = read;
    publish();
  }

  /** As rows, details and terminal show the jobs. */
  function publish(): void {
    const app = store.get();
    const shown = [...jobs].flatMap(([key, job]) => {
      const autoStop = heldStop(job);
      const account = findAccount(app, job.vm.accountId);
      const vm = autoStop?.from ? recordIn(lookAtVm(app, job.vm)) : null;
      const isHidden = autoStop && account && isDefaultReminder(autoStop, vm, account);
      const own = { timer: job.timer.timer, ...(!isHidden && { autoStop }) };
      const view = shownAutoStop(own, account, job.timer.problem, clock.now());
      return view === undefined ? [] : [[key, view] as const];
    });
    const autoStops = Object.fromEntries(shown);
    if (!isDeepStrictEqual(autoStops, app.autoStops)) store.set({ autoStops });
  }

  const book = {
    jobs: () => jobs,
    /** Whether this process stops the VMs: from `begin` until the stop, unlike a viewer. */
    isActing: false,
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
  return book;
}

export type Jobs = ReturnType<typeof createJobs>;
