import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { type AppState, type ChangedKey, vmKey } from '../../../shared/app/index.ts';
import { vmPhase } from '../../../shared/domain/index.ts';
import type { Clock } from '../../clock.ts';
import { type FileFailure, fileFailure } from '../../files/index.ts';
import { describeDefect, type Log } from '../../log.ts';
import {
  createReachWatch,
  DEFAULT_PORT,
  type HostUpdate,
  isThere,
  type KeyComparison,
  type ReachTarget,
  type SshHost,
  sshVmsOf,
  type VmRef,
} from '../../ssh/index.ts';
import type { StateStore } from '../state-store.ts';
import { vmLoginsOf } from './vm-logins.ts';

/** Keeps our SSH files and `vmLogins` up to date with the VMs, and probes which VMs can be logged in to. */
export type SshWatch = ReturnType<typeof createSshWatch>;

export interface SshWatchPorts {
  readonly store: StateStore;
  /** The hosts in our files. */
  readonly load: () => Promise<readonly SshHost[]>;
  readonly write: (update: HostUpdate) => Promise<readonly SshHost[]>;
  readonly compareHostKey: (host: SshHost) => Promise<KeyComparison>;
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** Whether the service reports, asked by id, that the VM is gone. Never rejects. */
  readonly isGone: (vm: VmRef) => Promise<boolean>;
  /** @param isAwaited it turned running while the app was watching */
  readonly onReady: (host: SshHost, isAwaited: boolean) => void;
  /** SSH has not answered in the five minutes since the VM turned running. */
  readonly onOverdue: (vm: VmRef) => void;
  /** The login command of each host, with the state's Include and shell. */
  readonly commands: () => (host: SshHost) => string | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Batches the state updates of many VMs, in ms. */
const BATCH_MS = 50;
/** A start takes seconds to a few minutes. */
const OVERDUE_MS = 5 * 60_000;
/** VMs of an incomplete list that get an alias: it may hold thousands of other VMs each time. */
const MAX_OF_INCOMPLETE = 1_000;
/** Lookups of missing VMs at once: after months, hundreds may be missing. */
const MAX_LOOKUPS = 20;

function keyOf({ accountId, vmId }: VmRef): string {
  return vmKey(accountId, vmId);
}

/**
 * The known VMs that a complete list lacks or shows as destroyed. Each is to be confirmed by its id: a list that shifts while it
 * is read can lose an item.
 */
export function missingVms<T extends VmRef>(
  known: Iterable<T>,
  { snapshots }: Pick<AppState, 'snapshots'>,
): readonly T[] {
  const listed = new Set<string>();
  const complete = new Set<string>();
  for (const [accountId, { vms }] of Object.entries(snapshots)) {
    if (vms.value === null || vms.problem !== null || vms.value.skipped > 0) continue;
    complete.add(accountId);
    for (const vm of vms.value.vms) if (isThere(vm)) listed.add(vmKey(accountId, vm.id));
  }
  return [...known].filter((vm) => complete.has(vm.accountId) && !listed.has(keyOf(vm)));
}

/** Neither reads, writes nor connects before the first `update`. */
export function createSshWatch(ports: SshWatchPorts) {
  const { store, clock } = ports;
  let hosts: ReadonlyMap<string, SshHost> = new Map();
  /** The last update written; null forces the next write. */
  let lastUpdate: HostUpdate | null = null;
  let problem: FileFailure | null = null;
  let isPending = false;
  let writing: Promise<void> | null = null;
  let hasStopped = false;
  let cancelShow: (() => void) | null = null;
  /** The VMs that turned running and are not ready yet, with the end of their timers. */
  const awaited = new Map<string, () => void>();
  const changedKeys = new Map<string, ChangedKey>();
  /** Whether each missing VM that is being looked up, or was, is gone. */
  const gone = new Map<string, boolean>();
  const lookUps = pLimit(MAX_LOOKUPS);

  const reach = createReachWatch({
    answers: ports.answers,
    onReachable(key) {
      showSoon();
      const host = hosts.get(key);
      if (host !== undefined) ports.onReady(host, endAwaiting(key));
    },
    clock,
    random: ports.random,
  });

  /** Returns whether the VM was awaited. */
  function endAwaiting(key: string): boolean {
    awaited.get(key)?.();
    return awaited.delete(key);
  }

  /** Scans the VM's host key and applies the result to the state. */
  async function checkHostKey(host: SshHost): Promise<KeyComparison> {
    const comparison = await ports.compareHostKey(host);
    const key = keyOf(host);
    // The result for a previous address is about another machine.
    if (hasStopped || hosts.get(key)?.address !== host.address) return comparison;
    if (comparison.state === 'changed') {
      const { stored, offered } = comparison;
      changedKeys.set(key, { stored, offered });
      showSoon();
    } else if (comparison.state === 'same' || comparison.state === 'unknown') {
      if (changedKeys.delete(key)) showSoon();
    }
    return comparison;
  }

  async function lookUp(vm: VmRef): Promise<void> {
    const key = keyOf(vm);
    gone.set(key, false);
    const isGone = await lookUps(() => ports.isGone(vm));
    if (!isGone || !gone.has(key)) return;
    gone.set(key, true);
    write();
  }

  /** Looks up missing VMs in the background. @returns those already confirmed to be gone */
  function goneVms(): readonly VmRef[] {
    const missing = missingVms(hosts.values(), store.get());
    const keys = new Set(missing.map(keyOf));
    for (const key of gone.keys()) if (!keys.has(key)) gone.delete(key);
    for (const vm of missing) if (!gone.has(keyOf(vm))) void lookUp(vm);
    return missing.filter((vm) => gone.get(keyOf(vm)));
  }

  function runningKeys(): readonly string[] {
    return Object.entries(store.get().snapshots).flatMap(([accountId, { vms }]) =>
      (vms.value?.vms ?? [])
        .filter(({ status }) => vmPhase(status) === 'running')
        .map(({ id }) => vmKey(accountId, id)),
    );
  }

  function targetOf(key: string): readonly ReachTarget[] {
    const { address = null, login } = hosts.get(key) ?? {};
    return address === null ? [] : [{ key, address, port: login?.port ?? DEFAULT_PORT }];
  }

  function show(): void {
    cancelShow?.();
    cancelShow = null;
    if (hasStopped) return;
    const facts = {
      ...{ hosts, changedKeys },
      isReachable: reach.isReachable,
      commandOf: ports.commands(),
    };
    store.set({ vmLogins: vmLoginsOf(store.get(), facts) });
  }

  function showSoon(): void {
    cancelShow ??= clock.after(BATCH_MS, show);
  }

  function currentUpdate(): HostUpdate {
    const { accounts, snapshots, ssh } = store.get();
    const known = accounts.map(({ id, baseUrl }) => {
      const { vms = [], isComplete = true } = snapshots[id]?.vms.value ?? {};
      return { id, baseUrl, vms: isComplete ? vms : vms.slice(0, MAX_OF_INCOMPLETE) };
    });
    return {
      vms: sshVmsOf(known, ssh.logins),
      gone: goneVms(),
      accountIds: accounts.map(({ id }) => id),
    };
  }

  /** Without accounts no folder is created, unless there is something to remove. */
  async function isNothing({ accountIds }: HostUpdate): Promise<boolean> {
    return lastUpdate === null && accountIds.length === 0 && (await ports.load()).length === 0;
  }

  async function writeOnce(): Promise<void> {
    const update = currentUpdate();
    if (hasStopped || isDeepStrictEqual(update, lastUpdate)) return;
    try {
      if (await isNothing(update)) return;
      const known = await ports.write(update);
      hosts = new Map(known.map((host) => [keyOf(host), host]));
      lastUpdate = update;
      problem = null;
    } catch (error) {
      problem = fileFailure(error);
      ports.log.warn('ssh.files.unwritten', describeDefect(error));
    }
    for (const key of changedKeys.keys()) if (!hosts.has(key)) changedKeys.delete(key);
    // Hosts of earlier runs may be missing from the list.
    goneVms();
    follow();
  }

  async function writeAll(): Promise<void> {
    while (isPending && !hasStopped) {
      isPending = false;
      await writeOnce();
    }
  }

  /** One write at a time. */
  function write(): void {
    isPending = true;
    writing ??= writeAll().finally(() => {
      writing = null;
      // Requested after the last check of `isPending`.
      if (isPending && !hasStopped) write();
    });
  }

  /** The host as in our files; null while they differ from the state. */
  function hostOf(vm: VmRef): SshHost | null {
    const host = hosts.get(keyOf(vm));
    if (host === undefined || problem === null) return host ?? null;
    // The files may have an earlier login. An earlier alias still works.
    const now = currentUpdate().vms.find((each) => keyOf(each) === keyOf(vm));
    const { address, login } = host;
    return isDeepStrictEqual({ address: now?.address, login: now?.login }, { address, login })
      ? host
      : null;
  }

  function follow(): void {
    if (hasStopped) return;
    const running = runningKeys();
    const isRunning = new Set(running);
    // A VM that stopped is no longer awaited: its next start may be hours away.
    for (const key of awaited.keys()) if (!isRunning.has(key)) endAwaiting(key);
    reach.follow(running.flatMap(targetOf));
    show();
  }

  /** Call it after accounts, VMs or logins changed. Does little when nothing did. */
  function update(): void {
    follow();
    write();
  }

  return {
    update,
    /** Writes the files again and repeats the failed checks, since the user may have changed something outside. */
    rescan(): void {
      lastUpdate = null;
      for (const [key, isGone] of gone) if (!isGone) gone.delete(key);
      for (const key of changedKeys.keys()) {
        const host = hosts.get(key);
        if (host !== undefined) void checkHostKey(host);
      }
      update();
    },
    /** Notes that the VM turned running while the app was watching. Call it once the state shows it running. */
    turnedRunning(vm: VmRef): void {
      const key = keyOf(vm);
      endAwaiting(key);
      const cancel = clock.after(OVERDUE_MS, () => {
        awaited.delete(key);
        ports.onOverdue(vm);
      });
      awaited.set(key, cancel);
    },
    hostOf,
    hosts: (): readonly SshHost[] => [...hosts.values()],
    /** Why the last write of our files failed; null when it succeeded. */
    problem: () => problem,
    checkHostKey,
    pause: reach.pause,
    resume: reach.resume,
    /** Resolves when the files are written, or the write has failed. */
    async settled(): Promise<void> {
      while (writing !== null) await writing;
    },
    stop(): void {
      hasStopped = true;
      for (const key of awaited.keys()) endAwaiting(key);
      cancelShow?.();
      reach.follow([]);
    },
  };
}
