import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { vmPhase } from '../../../shared/domain/index.ts';
import type { GpuLoadProblem, GpuLoadSample, VmLoad } from '../../../shared/gpu-load/index.ts';
import type { Screen } from '../../../shared/ipc/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { createTimer } from '../../clock.ts';
import { type AskGpus, keyOf, type SshHost, type VmRef } from '../../ssh/index.ts';
import { listedVms } from '../kernel/lookups.ts';
import type { PartPorts } from '../kernel/part-ports.ts';
import type { PartWith } from '../kernel/ports.ts';
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
/** Connections that are kept open, each by a separate ssh process. */
const MAX_VMS = 100;

/** A busy network or a VM that is restarting looks the same as one that never answers. */
const TRANSIENT: readonly (GpuLoadProblem | null)[] = ['timeout', 'unreachable'];
/** Such answers in a row that end the queries. */
const MAX_TRANSIENT = 2;

const NO_COURSE = { lowSince: null, highSince: null, workedUntil: null } as const;
const NEVER = Number.NEGATIVE_INFINITY;

interface Asked {
  readonly host: SshHost;
  controller: AbortController;
  isBusy: boolean;
  /** Monotonic ms. */
  askedAt: number;
  failures: number;
  samples: readonly GpuLoadSample[];
}

/** The running VMs that SSH reaches, of accounts with "Show GPU load" on. */
function readyVms({ snapshots, vmSshAccess, ssh }: AppState): readonly VmRef[] {
  return listedVms({ snapshots })
    .filter(({ accountId }) => ssh.gpuLoadAccounts.includes(accountId))
    .filter(({ vm }) => vmPhase(vm.status) === 'running')
    .filter((ref) => vmSshAccess[keyOf(ref)]?.reach === 'ready');
}

/** The loads by `vmKey`. The state has them as of the last `publish`. */
function createLoads({ store, clock }: Pick<GpuLoadPorts, 'store' | 'clock'>) {
  let loads = store.get().vmLoads;

  function change(key: string, load: VmLoad): void {
    loads = { ...loads, [key]: load };
  }

  function keep(isKept: (key: string) => boolean): void {
    const kept = Object.entries(loads).filter(([key]) => isKept(key));
    if (kept.length < Object.keys(loads).length) loads = Object.fromEntries(kept);
  }

  return {
    change,
    keep,
    get: (key: string) => loads[key],
    problemOf: (key: string) => loads[key]?.problem ?? null,
    changeProblem(key: string, problem: GpuLoadProblem | null): void {
      const none = { at: clock.now(), gpus: [], load: null, memory: null };
      change(key, { ...none, ...loads[key], problem, ...NO_COURSE });
    },
    publish: () => store.set({ vmLoads: loads }),
  };
}

/** The queries of the VMs, by `vmKey`. */
function createQueries(
  { gpus, clock }: Pick<GpuLoadPorts, 'gpus' | 'clock'>,
  loads: ReturnType<typeof createLoads>,
  isPaused: () => boolean,
) {
  const asked = new Map<string, Asked>();
  const limit = pLimit(AT_ONCE);

  function forget(key: string, entry: Asked): void {
    asked.delete(key);
    entry.controller.abort();
    void gpus.close(entry.host);
  }

  async function ask(key: string, entry: Asked): Promise<void> {
    const { signal } = entry.controller;
    if (signal.aborted || isPaused()) return;
    entry.askedAt = clock.monotonic();
    const answer = await gpus.ask(entry.host, signal);
    // A query that a pause ended tells nothing of the VM.
    if (signal.aborted || isPaused()) return;
    if (answer.state === 'read') {
      entry.failures = 0;
      entry.samples = withSample(entry.samples, answer.gpus, clock.now());
      loads.change(key, withFigures(loads.get(key), answer.gpus, clock.now()));
    } else {
      entry.failures += 1;
      void gpus.close(entry.host);
      const isRepeated = TRANSIENT.includes(answer.problem) && entry.failures < MAX_TRANSIENT;
      if (isRepeated) entry.askedAt = NEVER;
      else loads.changeProblem(key, answer.problem);
    }
    loads.publish();
  }

  function entryOf(key: string, host: SshHost): Asked {
    const known = asked.get(key);
    if (known !== undefined && isDeepStrictEqual(known.host, host)) return known;
    // The host changed: its problem was that of another machine or login.
    if (known !== undefined) forget(key, known);
    if (loads.problemOf(key) !== null) loads.keep((other) => other !== key);
    const samples = known?.samples ?? [];
    const state = { isBusy: false, askedAt: NEVER, failures: 0, samples };
    const entry = { host, controller: new AbortController(), ...state };
    asked.set(key, entry);
    return entry;
  }

  function renew(key: string, entry: Asked, isSolved: boolean): void {
    entry.askedAt = NEVER;
    entry.failures = 0;
    if (isSolved) loads.changeProblem(key, null);
  }

  function abortAll(): readonly Promise<void>[] {
    return [...asked.values()].map(({ controller, host }) => {
      controller.abort();
      return gpus.close(host);
    });
  }

  return {
    abortAll,
    samplesOf: (vm: VmRef) => asked.get(keyOf(vm))?.samples ?? [],
    keepOnly(keys: ReadonlySet<string>): void {
      for (const [key, entry] of asked) if (!keys.has(key)) forget(key, entry);
    },
    askIfDue(host: SshHost, interval: number): void {
      const key = keyOf(host);
      const entry = entryOf(key, host);
      const isDue = clock.monotonic() - entry.askedAt >= interval - EARLY_MS;
      if (!isDue || entry.isBusy || loads.problemOf(key) !== null) return;
      entry.isBusy = true;
      void limit(() => ask(key, entry)).finally(() => {
        entry.isBusy = false;
      });
    },
    /** Connections do not survive a pause. */
    pause(): void {
      abortAll();
      for (const entry of asked.values()) entry.controller = new AbortController();
    },
    /** All VMs are due, also those that only the network kept from answering. */
    resume(): void {
      for (const [key, entry] of asked) renew(key, entry, TRANSIENT.includes(loads.problemOf(key)));
    },
    /** Asks a VM again whose problem ended its queries. */
    retry(vm: VmRef): void {
      const entry = asked.get(keyOf(vm));
      if (entry !== undefined && loads.problemOf(keyOf(vm)) !== null) renew(keyOf(vm), entry, true);
    },
  };
}

/** Asks VMs for their GPU load over SSH, where the user turned that on. Asks none while the computer sleeps, is locked or offline. */
export function startGpuLoad(ports: GpuLoadPorts) {
  const { store, hostOf, clock } = ports;
  let open: Screen | null = null;
  let isPanelOpen = false;
  let isLocked = false;
  let isSuspended = false;
  let hasStopped = false;
  const isPaused = () => hasStopped || isLocked || isSuspended || !store.get().environment.isOnline;
  const ticks = createTimer(clock);
  const loads = createLoads(ports);
  const queries = createQueries(ports, loads, isPaused);

  function intervalOf(vm: VmRef): number {
    const isShown = isPanelOpen && open?.kind === 'vm' && keyOf(open) === keyOf(vm);
    return isShown ? OPEN_MS : ROUTINE_MS;
  }

  function askReady(ready: readonly VmRef[]): void {
    // While our SSH files are being written, there is no host: the one before may be another machine.
    const hosts = ready.flatMap((vm) => hostOf(vm) ?? []);
    for (const host of hosts.slice(0, MAX_VMS)) queries.askIfDue(host, intervalOf(host));
    for (const host of hosts.slice(MAX_VMS))
      if (loads.problemOf(keyOf(host)) === null) loads.changeProblem(keyOf(host), 'tooMany');
  }

  /** Asks the VMs that are due, and forgets those that are not ready any more. */
  function schedule(): void {
    ticks.clear();
    if (hasStopped) return;
    const ready = readyVms(store.get());
    const keys = new Set(ready.map(keyOf));
    queries.keepOnly(keys);
    loads.keep((key) => keys.has(key));
    if (!isPaused() && store.get().ssh.gpuLoadAccounts.length > 0) {
      ticks.set(TICK_MS, schedule);
      askReady(ready);
    }
    loads.publish();
  }

  function applyPauseState(): void {
    if (isPaused()) {
      ticks.clear();
      queries.pause();
    } else {
      queries.resume();
      schedule();
    }
  }

  return {
    samplesOf: queries.samplesOf,
    requests: {
      readGpuLoad: async (vm: VmRef) => ({ samples: queries.samplesOf(vm) }),
      async retryGpuLoad(vm: VmRef) {
        queries.retry(vm);
        schedule();
      },
    },
    polled: schedule,
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
    screenLocked(isNow: boolean) {
      isLocked = isNow;
      applyPauseState();
    },
    online: applyPauseState,
    suspended() {
      isSuspended = true;
      applyPauseState();
    },
    resumed() {
      isSuspended = false;
      applyPauseState();
    },
    async stop() {
      hasStopped = true;
      ticks.clear();
      await Promise.allSettled(queries.abortAll());
    },
  } satisfies PartWith<'samplesOf'>;
}
