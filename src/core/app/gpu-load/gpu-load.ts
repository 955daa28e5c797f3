import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { vmsOf } from '../../../shared/domain/account-state.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import {
  type Gpu,
  type GpuLoadProblem,
  type GpuLoadSample,
  NO_COURSE,
  type VmLoad,
} from '../../../shared/gpu-load/gpu-load.ts';
import type { Screen } from '../../../shared/ipc/contract.ts';
import { type VmRef, vmKey } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, allVms } from '../../../shared/state/index.ts';
import { listedGpus } from '../../../shared/vms/listed-load.ts';
import { createTimer } from '../../clock.ts';
import type { PollReport } from '../../monitor/index.ts';
import { type AskGpus, keyOf, type SshHost } from '../../ssh/index.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';
import { withFigures, withSample } from './load-history.ts';

export interface GpuLoadPorts extends Pick<PartPorts, 'store' | 'clock'> {
  readonly gpus: AskGpus;
  readonly hostOf: (vm: VmRef) => SshHost | null;
}

/** ms between two queries of a VM, and while its details are open. */
const ROUTINE_MS = 60_000;
const OPEN_MS = 10_000;
/** Interval of the scheduler, ms. */
const TICK_MS = 10_000;
/** A timer and the start of a session take time: without it, every second look would come too early. */
const EARLY_MS = 1_000;
/** Sessions at once: a VM that hangs holds one for 20 s. */
const AT_ONCE = 4;
/** Connections that are kept open, each by a separate ssh process, and VMs whose last hours are kept. */
const MAX_VMS = 100;

/** A busy network or a restarting VM looks the same as a VM that never answers. */
const TRANSIENT: readonly GpuLoadProblem[] = ['timeout', 'unreachable'];
/** Such answers in a row that end the queries. */
const MAX_TRANSIENT = 2;

const NEVER = Number.NEGATIVE_INFINITY;
const UNASKED = { askedAt: NEVER, failures: 0 };

interface Followed {
  readonly host: SshHost;
  controller: AbortController;
  isBusy: boolean;
  /** Monotonic ms. */
  askedAt: number;
  failures: number;
  load: VmLoad | null;
}

const readyVms = (app: AppState): readonly VmRef[] =>
  allVms(app).filter(
    ({ key, account, vm }) =>
      vm.phase === 'running' && account.turnedOn.gpuLoad && app.vmSshAccess[key]?.reach === 'ready',
  );

const hasListedLoad = (vm: Vm) =>
  vm.phase === 'running' && (listedGpus(vm)?.some(({ load }) => load !== null) ?? false);

const problemOf = ({ load }: Followed) => load?.problem ?? null;

/** The VMs that are asked, by `vmKey`. The state has their loads as of the last `publish`. */
function createQueries(
  { store, gpus, clock }: GpuLoadPorts,
  addSample: (key: string, gpus: readonly Gpu[]) => void,
  isPaused: () => boolean,
) {
  const followed = new Map<string, Followed>();
  const limit = pLimit(AT_ONCE);

  async function end(entry: Followed): Promise<void> {
    entry.controller.abort();
    entry.controller = new AbortController();
    if (problemOf(entry) !== 'tooMany') await gpus.close(entry.host);
  }

  function publish(): void {
    const vmLoads = Object.fromEntries<VmLoad>(
      [...followed].flatMap(([key, { load }]) => (load === null ? [] : [[key, load]])),
    );
    if (!isDeepStrictEqual(vmLoads, store.get().vmLoads)) store.set({ vmLoads });
  }

  function setProblem(entry: Followed, problem: GpuLoadProblem): void {
    const none = { at: clock.now(), gpus: [], load: null, memory: null };
    entry.load = { ...none, ...entry.load, problem, ...NO_COURSE };
  }

  async function ask(entry: Followed): Promise<void> {
    const { signal } = entry.controller;
    if (signal.aborted || isPaused()) return;
    entry.askedAt = clock.monotonic();
    const answer = await gpus.ask(entry.host, signal);
    // A query that a pause ended tells nothing of the VM.
    if (signal.aborted || isPaused()) return;
    if (typeof answer !== 'string') {
      entry.failures = 0;
      addSample(keyOf(entry.host), answer);
      entry.load = withFigures(entry.load, answer, clock.now());
    } else {
      entry.failures += 1;
      void gpus.close(entry.host);
      const isRepeated = TRANSIENT.includes(answer) && entry.failures < MAX_TRANSIENT;
      if (isRepeated) entry.askedAt = NEVER;
      else setProblem(entry, answer);
    }
    publish();
  }

  function entryOf(host: SshHost): Followed {
    const known = followed.get(keyOf(host));
    if (known !== undefined && isDeepStrictEqual(known.host, host)) return known;
    if (known !== undefined) void end(known);
    // A problem was that of another machine or login.
    const load = known?.load?.problem === null ? known.load : null;
    const entry = { host, load, controller: new AbortController(), isBusy: false, ...UNASKED };
    followed.set(keyOf(host), entry);
    return entry;
  }

  /** Its next query is that of a new VM. */
  function forget(key: string): void {
    const entry = followed.get(key);
    if (entry !== undefined && followed.delete(key)) void end(entry);
  }

  return {
    publish,
    forget,
    keepOnly(keys: ReadonlySet<string>): void {
      for (const key of followed.keys()) if (!keys.has(key)) forget(key);
    },
    askIfDue(host: SshHost, interval: number): void {
      const entry = entryOf(host);
      const isDue = clock.monotonic() - entry.askedAt >= interval - EARLY_MS;
      if (!isDue || entry.isBusy || problemOf(entry) !== null) return;
      entry.isBusy = true;
      void limit(() => ask(entry)).finally(() => {
        entry.isBusy = false;
      });
    },
    refuse(host: SshHost): void {
      const entry = entryOf(host);
      if (problemOf(entry) === null) setProblem(entry, 'tooMany');
    },
    /** Connections do not survive a pause. */
    pause: () => Promise.allSettled([...followed.values()].map(end)),
    /** All VMs are due, also those that only the network kept from answering. */
    resume(): void {
      for (const [key, entry] of followed) {
        const problem = problemOf(entry);
        if (problem !== null && TRANSIENT.includes(problem)) forget(key);
        else Object.assign(entry, UNASKED);
      }
    },
  };
}

/** Asks VMs for their GPU load over SSH, where the user turned that on. Asks none while the computer sleeps, is locked or offline. */
export function startGpuLoad(ports: GpuLoadPorts) {
  const { store, hostOf, clock } = ports;
  let open: Screen | null = null;
  let isPanelOpen = false;
  const pauses = new Set<'locked' | 'suspended' | 'stopped'>();
  const isPaused = () => pauses.size > 0 || !store.get().environment.isOnline;
  const ticks = createTimer(clock);
  /** The last hours of VMs, by SSH and by their records. */
  const samples = new Map<string, readonly GpuLoadSample[]>();
  const queries = createQueries(ports, addSample, isPaused);

  function addSample(key: string, gpus: readonly Gpu[]): void {
    const known = samples.get(key);
    if (known !== undefined || samples.size < MAX_VMS)
      samples.set(key, withSample(known ?? [], gpus, clock.now()));
  }

  function intervalOf(vm: VmRef): number {
    const isShown = isPanelOpen && open?.kind === 'vm' && keyOf(open) === keyOf(vm);
    return isShown ? OPEN_MS : ROUTINE_MS;
  }

  function askReady(ready: readonly VmRef[]): void {
    // While our SSH files are being written, there is no host: the one before may be another machine.
    const hosts = ready.flatMap((vm) => hostOf(vm) ?? []);
    for (const host of hosts.slice(0, MAX_VMS)) queries.askIfDue(host, intervalOf(host));
    for (const host of hosts.slice(MAX_VMS)) queries.refuse(host);
  }

  function schedule(): void {
    ticks.clear();
    if (pauses.has('stopped')) return;
    const ready = readyVms(store.get());
    const asked = new Set(ready.map(keyOf));
    queries.keepOnly(asked);
    const listed = allVms(store.get()).flatMap(({ key, vm }) => (hasListedLoad(vm) ? key : []));
    const kept = new Set([...asked, ...listed]);
    for (const key of samples.keys()) if (!kept.has(key)) samples.delete(key);
    if (!isPaused() && store.get().accounts.some(({ turnedOn }) => turnedOn.gpuLoad)) {
      ticks.set(TICK_MS, schedule);
      askReady(ready);
    }
    queries.publish();
  }

  function setPause(reason: 'locked' | 'suspended', isNow: boolean): void {
    pauses[isNow ? 'add' : 'delete'](reason);
    applyPauseState();
  }

  function applyPauseState(): void {
    if (isPaused()) {
      ticks.clear();
      void queries.pause();
    } else {
      queries.resume();
      schedule();
    }
  }

  return {
    requests: {
      readGpuLoad: async (vm: VmRef) => ({ samples: samples.get(keyOf(vm)) ?? [] }),
      async retryGpuLoad(vm: VmRef) {
        queries.forget(keyOf(vm));
        schedule();
      },
    },
    polled({ accountId, after }: Pick<PollReport, 'accountId' | 'after'>) {
      const listed = after.vms.problem === null ? vmsOf(after).filter(hasListedLoad) : [];
      for (const vm of listed) addSample(vmKey(accountId, vm.id), listedGpus(vm) ?? []);
      schedule();
    },
    accountsChanged: schedule,
    settingsChanged: schedule,
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
      schedule();
    },
    screenOpened(screen: Screen) {
      open = screen;
      schedule();
    },
    screenLocked: (isNow: boolean) => setPause('locked', isNow),
    online: applyPauseState,
    suspended: () => setPause('suspended', true),
    resumed: () => setPause('suspended', false),
    async stop() {
      pauses.add('stopped');
      ticks.clear();
      await queries.pause();
    },
  } satisfies Part;
}
