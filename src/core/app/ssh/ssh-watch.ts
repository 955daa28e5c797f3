import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { knownVms, vmPhase } from '../../../shared/domain/index.ts';
import { type ChangedKey, vmKey } from '../../../shared/ssh/index.ts';
import type { AppState } from '../../../shared/state/index.ts';
import type { Clock } from '../../clock.ts';
import { type FileFailure, fileFailure } from '../../files/index.ts';
import { describeDefect, type Log } from '../../log.ts';
import { type Absences, createAbsences } from '../../monitor/index.ts';
import { MAX_IN_TURN, turnFor } from '../../own-turn.ts';
import {
  createReachWatch,
  DEFAULT_PORT,
  exists,
  type HostUpdate,
  type KeyComparison,
  type ReachTarget,
  type SshHost,
  sshVmsOf,
  type VmRef,
} from '../../ssh/index.ts';
import type { StateStore } from '../kernel/state-store.ts';
import { vmLoginsOf } from './vm-logins.ts';

/** Keeps our SSH files and `vmSshAccess` up to date with the VMs, and probes which VMs can be logged in to. */
export type SshWatch = ReturnType<typeof createSshWatch>;

export interface SshWatchPorts {
  readonly store: StateStore;
  /** The hosts in our files. */
  readonly load: () => Promise<readonly SshHost[]>;
  readonly write: (update: HostUpdate) => Promise<readonly SshHost[]>;
  readonly compareHostKey: (host: SshHost) => Promise<KeyComparison>;
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** Looks the VM up by id. Never rejects. */
  readonly lookUp: (vm: VmRef) => Promise<'found' | 'gone' | 'unknown'>;
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

function keyOf({ accountId, vmId }: VmRef): string {
  return vmKey(accountId, vmId);
}

/**
 * The VMs of an account, such as those of an earlier run, that a complete list lacks and the monitor does not know. Undefined: the
 * account has no complete list.
 */
export function missingVms<T extends VmRef>(
  known: Iterable<T>,
  accountId: string,
  { snapshots }: Pick<AppState, 'snapshots'>,
): readonly T[] | undefined {
  const snapshot = snapshots[accountId];
  const list = snapshot?.vms.value;
  if (!list?.isComplete || list.skipped > 0 || snapshot?.vms.problem !== null) return undefined;
  const ids = new Set(knownVms(snapshot).map(({ id }) => id));
  return [...known].filter((vm) => vm.accountId === accountId && !ids.has(vm.vmId));
}

/** Neither reads, writes nor connects before the first `update`. */
export function createSshWatch(ports: SshWatchPorts) {
  const { store, clock } = ports;
  let hosts: ReadonlyMap<string, SshHost> = new Map();
  /** The last update written; null forces the next write. */
  let lastUpdate: HostUpdate | null = null;
  let problem: FileFailure | null = null;
  const oneAtATime = pLimit(1);
  let isWritePending = false;
  let hasStopped = false;
  let cancelShow: (() => void) | null = null;
  /** The VMs that turned running and are not ready yet. `cancel` ends the timer. */
  const awaited = new Map<string, { readonly vm: VmRef; readonly cancel: () => void }>();
  /** No VM is asked. */
  let isPaused = false;
  const changedKeys = new Map<string, ChangedKey>();
  /** The VMs that are gone, until they left our files. */
  const gone = new Set<string>();
  /** The missing VMs that a lookup found: not looked up again before a rescan. */
  const found = new Set<string>();
  const absences = new Map<string, Absences>();

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
    awaited.get(key)?.cancel();
    return awaited.delete(key);
  }

  /** Waits `OVERDUE_MS` for the VM to answer. After a pause, the time starts again. */
  function beginAwaiting(vm: VmRef): void {
    const key = keyOf(vm);
    endAwaiting(key);
    const overdue = () => {
      awaited.delete(key);
      ports.onOverdue(vm);
    };
    awaited.set(key, { vm, cancel: isPaused ? () => {} : clock.after(OVERDUE_MS, overdue) });
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

  /** Forgets what was found out about VMs that are not in our files, or that are listed again. */
  function keepOnly(isMissing: (host: SshHost) => boolean): void {
    for (const keys of [gone, found])
      for (const key of keys) {
        const host = hosts.get(key);
        if (host === undefined || !isMissing(host)) keys.delete(key);
      }
  }

  /** After the first write, which shows which hosts there are. */
  function writeFoundHosts(): void {
    if (lastUpdate === null && goneVms().length > 0) write();
  }

  async function lookUp(vm: VmRef, account: Absences): Promise<void> {
    const answer = await ports.lookUp(vm);
    if (answer === 'found') {
      account.found(vm.vmId);
      found.add(keyOf(vm));
    }
    if (answer === 'gone') forget(vm);
  }

  /** Looks up VMs that only our files know: those of earlier runs. Call it after each list of the account. */
  function lookUpMissing(accountId: string): void {
    const missing = missingVms(hosts.values(), accountId, store.get());
    if (missing === undefined) return;
    const account = absences.get(accountId) ?? createAbsences(clock);
    absences.set(accountId, account);
    const isMissing = new Set(missing.map(keyOf));
    keepOnly((host) => host.accountId !== accountId || isMissing.has(keyOf(host)));
    const open = missing.filter((vm) => !gone.has(keyOf(vm)) && !found.has(keyOf(vm)));
    const result = account.note(
      open.map(({ vmId }) => vmId),
      true,
    );
    for (const vm of open) {
      if (result.gone.has(vm.vmId)) forget(vm);
      if (result.lookUps.has(vm.vmId)) void lookUp(vm, account);
    }
  }

  /** The VM is gone: its host and its host key leave our files. */
  function forget(vm: VmRef): void {
    gone.add(keyOf(vm));
    write();
  }

  /** Listed as destroyed, or gone. */
  function goneVms(): readonly VmRef[] {
    const destroyed = new Set(
      Object.entries(store.get().snapshots).flatMap(([accountId, { vms }]) =>
        (vms.value?.vms ?? []).flatMap((vm) => (exists(vm) ? [] : vmKey(accountId, vm.id))),
      ),
    );
    return [...hosts.values()].filter((vm) => gone.has(keyOf(vm)) || destroyed.has(keyOf(vm)));
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
    store.set({ vmSshAccess: vmLoginsOf(store.get(), facts) });
  }

  function showSoon(): void {
    cancelShow ??= clock.after(BATCH_MS, follow);
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

  function vmCount(): number {
    const lists = Object.values(store.get().snapshots);
    return lists.reduce((sum, { vms }) => sum + (vms.value?.vms.length ?? 0), 0);
  }

  async function writeOnce(): Promise<void> {
    await turnFor(vmCount());
    const update = currentUpdate();
    if (hasStopped || isDeepStrictEqual(update, lastUpdate)) return;
    try {
      if (await isNothing(update)) return;
      const known = await ports.write(update);
      hosts = new Map(known.map((host) => [keyOf(host), host]));
      writeFoundHosts();
      lastUpdate = update;
      problem = null;
    } catch (error) {
      problem = fileFailure(error);
      ports.log.warn('ssh.files.unwritten', describeDefect(error));
    }
    for (const key of changedKeys.keys()) if (!hosts.has(key)) changedKeys.delete(key);
    keepOnly(() => true);
    follow();
  }

  function write(): void {
    if (isWritePending) return;
    isWritePending = true;
    void oneAtATime(() => {
      isWritePending = false;
      return writeOnce();
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
    if (vmCount() > MAX_IN_TURN) showSoon();
    else follow();
    write();
  }

  return {
    update,
    forget,
    lookUpMissing,
    /** Writes the files again and repeats the failed checks, since the user may have changed something outside. */
    rescan(): void {
      lastUpdate = null;
      found.clear();
      for (const key of changedKeys.keys()) {
        const host = hosts.get(key);
        if (host !== undefined) void checkHostKey(host);
      }
      update();
    },
    /** Notes that the VM turned running while the app was watching. Call it once the state shows it running. */
    turnedRunning: beginAwaiting,
    hostOf,
    hosts: (): readonly SshHost[] => [...hosts.values()],
    /** Why the last write of our files failed; null when it succeeded. */
    problem: () => problem,
    checkHostKey,
    pause(): void {
      isPaused = true;
      for (const { cancel } of awaited.values()) cancel();
      reach.pause();
    },
    resume(): void {
      const vms = isPaused ? [...awaited.values()].map(({ vm }) => vm) : [];
      isPaused = false;
      for (const vm of vms) beginAwaiting(vm);
      reach.resume();
    },
    /** Resolves when the files are written, or the write has failed. */
    async settled(): Promise<void> {
      do await oneAtATime(() => {});
      while (isWritePending);
    },
    stop(): void {
      hasStopped = true;
      for (const key of awaited.keys()) endAwaiting(key);
      cancelShow?.();
      reach.follow([]);
    },
  };
}
