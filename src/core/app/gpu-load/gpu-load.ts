import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { vmPhase } from '../../../shared/domain/index.ts';
import type { GpuLoadProblem, GpuLoadSample, VmLoad } from '../../../shared/gpu-load/index.ts';
import type { Screen } from '../../../shared/ipc/index.ts';
import { vmKey } from '../../../shared/ssh/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { type Clock, createTimer } from '../../clock.ts';
import type { AskGpus, SshHost, VmRef } from '../../ssh/index.ts';
import type { PartWith } from '../kernel/ports.ts';
import type { StateStore } from '../kernel/state-store.ts';
import { withFigures, withSample } from './load-history.ts';

export interface GpuLoadPorts {
  readonly store: StateStore;
  readonly gpus: AskGpus;
  readonly hostOf: (vm: VmRef) => SshHost | null;
  readonly clock: Clock;
}

/** ms between two queries of a VM, and while its details are open. */
const ROUTINE_MS = 60_000;
const OPEN_MS = 10_000;
/** ms between two looks at which VMs are due. */
const TICK_MS = 10_000;
/** A timer and the start of a session take time: without it, every second look would come too early. */
const EARLY_MS = 1_000;
/** Sessions at once: a VM that hangs holds one for 20 s. */
const AT_ONCE = 4;
/** Connections that are kept open, each by a separate ssh process. */
const MAX_VMS = 100;

/** A busy network or a VM that is restarting looks the same as one that never answers. */
const TRANSIENT: readonly GpuLoadProblem[] = ['timeout', 'unreachable'];
/** The same answers in a row that end the queries. */
const MAX_TRANSIENT = 2;

const NO_COURSE = { lowSince: null, highSince: null, workedUntil: null } as const;

interface Asked {
  readonly host: SshHost;
  controller: AbortController;
  isBusy: boolean;
  /** Monotonic ms. */
  askedAt: number;
  failures: number;
  samples: readonly GpuLoadSample[];
}

const keyOf = ({ accountId, vmId }: VmRef) => vmKey(accountId, vmId);

/** The running VMs that SSH reaches, of accounts with "Show GPU load" on. */
function readyVms({ accounts, snapshots, vmSshAccess, ssh }: AppState): readonly VmRef[] {
  return accounts
    .filter(({ id }) => ssh.gpuLoadAccounts.includes(id))
    .flatMap(({ id: accountId }) =>
      (snapshots[accountId]?.vms.value?.vms ?? []).flatMap(({ id: vmId, status }) =>
        vmPhase(status) === 'running' && vmSshAccess[vmKey(accountId, vmId)]?.reach === 'ready'
          ? [{ accountId, vmId }]
          : [],
      ),
    );
}

/** Asks VMs for their GPU load over SSH, where the user turned that on. Asks none while the computer sleeps, is locked or offline. */
export function startGpuLoad({ store, gpus, hostOf, clock }: GpuLoadPorts) {
  const asked = new Map<string, Asked>();
  /** The loads by `vmKey`. The state has them as of the last `publish`. */
  const loads = new Map<string, VmLoad>();
  let isPublished = true;
  const limit = pLimit(AT_ONCE);
  let open: Screen | null = null;
  let isPanelOpen = false;
  let isLocked = false;
  let isSuspended = false;
  let hasStopped = false;
  const ticks = createTimer(clock);

  const isPaused = () => hasStopped || isLocked || isSuspended || !store.get().environment.isOnline;

  function change(key: string, load: VmLoad | null): void {
    if (load !== null) loads.set(key, load);
    else if (!loads.delete(key)) return;
    isPublished = false;
  }

  function publish(): void {
    if (isPublished) return;
    isPublished = true;
    store.set({ vmLoads: Object.fromEntries(loads) });
  }

  function changeProblem(key: string, problem: GpuLoadProblem | null): void {
    const none = { at: clock.now(), gpus: [], load: null, memory: null };
    change(key, { ...none, ...loads.get(key), problem, ...NO_COURSE });
  }

  const problemOf = (key: string) => loads.get(key)?.problem ?? null;

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
    // What ends by a sleep, a lock or a lost network says nothing about the VM.
    if (signal.aborted || isPaused()) return;
    if (answer.state === 'read') {
      entry.failures = 0;
      entry.samples = withSample(entry.samples, answer.gpus, clock.now());
      change(key, withFigures(loads.get(key), answer.gpus, clock.now()));
      publish();
      return;
    }
    const { problem } = answer;
    entry.failures += 1;
    void gpus.close(entry.host);
    if (TRANSIENT.includes(problem) && entry.failures < MAX_TRANSIENT)
      entry.askedAt = Number.NEGATIVE_INFINITY;
    else changeProblem(key, problem);
    publish();
  }

  function queue(key: string, entry: Asked): void {
    entry.isBusy = true;
    void limit(() => ask(key, entry)).finally(() => {
      entry.isBusy = false;
    });
  }

  function intervalOf({ accountId, vmId }: VmRef): number {
    const isShown =
      isPanelOpen && open?.kind === 'vm' && open.accountId === accountId && open.vmId === vmId;
    return isShown ? OPEN_MS : ROUTINE_MS;
  }

  function entryOf(key: string, host: SshHost): Asked {
    const known = asked.get(key);
    if (known !== undefined && isDeepStrictEqual(known.host, host)) return known;
    // Another address or login: what was wrong with the one before says nothing about this one.
    if (known !== undefined) forget(key, known);
    if (problemOf(key) !== null) change(key, null);
    const entry = {
      ...{ host, controller: new AbortController(), isBusy: false },
      ...{ askedAt: Number.NEGATIVE_INFINITY, failures: 0, samples: known?.samples ?? [] },
    };
    asked.set(key, entry);
    return entry;
  }

  function keepOnly(ready: readonly VmRef[]): void {
    const keys = new Set(ready.map(keyOf));
    for (const [key, entry] of asked) if (!keys.has(key)) forget(key, entry);
    for (const key of loads.keys()) if (!keys.has(key)) change(key, null);
  }

  function askIfDue(host: SshHost): void {
    const key = keyOf(host);
    const entry = entryOf(key, host);
    const isDue = clock.monotonic() - entry.askedAt >= intervalOf(host) - EARLY_MS;
    if (isDue && !entry.isBusy && problemOf(key) === null) queue(key, entry);
  }

  /** Asks the VMs that are due, and forgets those that are not asked any more. */
  function look(): void {
    ticks.clear();
    if (hasStopped) return;
    const ready = readyVms(store.get());
    keepOnly(ready);
    if (!isPaused() && store.get().ssh.gpuLoadAccounts.length > 0) {
      ticks.set(TICK_MS, look);
      // While our SSH files are being written, there is no host: the one before may be another machine.
      const hosts = ready.flatMap((vm) => hostOf(vm) ?? []);
      hosts.slice(0, MAX_VMS).forEach(askIfDue);
      for (const host of hosts.slice(MAX_VMS))
        if (problemOf(keyOf(host)) === null) changeProblem(keyOf(host), 'tooMany');
    }
    publish();
  }

  /** Ends what is running: its connections do not survive. */
  function pause(): void {
    ticks.clear();
    for (const entry of asked.values()) {
      entry.controller.abort();
      entry.controller = new AbortController();
      void gpus.close(entry.host);
    }
  }

  /** Asks at once, also the VMs that only the network kept from answering. */
  function resume(): void {
    if (isPaused()) return;
    for (const [key, entry] of asked) {
      entry.askedAt = Number.NEGATIVE_INFINITY;
      entry.failures = 0;
      if (TRANSIENT.some((problem) => problem === problemOf(key))) changeProblem(key, null);
    }
    look();
  }

  const follow = () => (isPaused() ? pause() : resume());

  /** The load of each GPU in the last hours, oldest first. */
  const samplesOf = (vm: VmRef): readonly GpuLoadSample[] => asked.get(keyOf(vm))?.samples ?? [];

  /** Asks a VM again that is not asked any more. */
  function retry(vm: VmRef): void {
    const key = keyOf(vm);
    const entry = asked.get(key);
    if (entry === undefined || problemOf(key) === null) return;
    entry.failures = 0;
    entry.askedAt = Number.NEGATIVE_INFINITY;
    changeProblem(key, null);
    look();
  }

  return {
    samplesOf,
    requests: {
      readGpuLoad: async (vm: VmRef) => ({ samples: samplesOf(vm) }),
      retryGpuLoad: async (vm: VmRef) => retry(vm),
    },
    polled: look,
    accountsChanged: look,
    settingsChanged: look,
    panelOpened(isOpen: boolean) {
      isPanelOpen = isOpen;
      look();
    },
    screenOpened(screen: Screen) {
      open = screen;
      look();
    },
    screenLocked(isNow: boolean) {
      isLocked = isNow;
      follow();
    },
    online: follow,
    suspended() {
      isSuspended = true;
      follow();
    },
    resumed() {
      isSuspended = false;
      follow();
    },
    async stop() {
      hasStopped = true;
      ticks.clear();
      const entries = [...asked.values()];
      for (const { controller } of entries) controller.abort();
      await Promise.allSettled(entries.map(({ host }) => gpus.close(host)));
    },
  } satisfies PartWith<'samplesOf'>;
}
