import { isDeepStrictEqual } from 'node:util';
import { type ChangedKey, vmKey } from '../../../shared/app/index.ts';
import { vmPhase } from '../../../shared/domain/index.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  createReachWatch,
  type KeyComparison,
  type ReachTarget,
  type SshHost,
  type SshNews,
  sshVmsOf,
  type VmTemplates,
} from '../../ssh/index.ts';
import type { StateStore } from '../state-store.ts';
import { missingVms, type VmRef } from './missing-vms.ts';
import { vmLoginsOf } from './vm-logins.ts';

/** Keeps ssh's files and the logins of the state in step with the VMs, and finds out who can be logged in to. */
export interface SshWatch {
  /** After anything changed that ssh has to know. Cheap when nothing did. */
  look(): void;
  setTemplates(templates: VmTemplates): void;
  /**
   * It turned running while somebody watched, so they want to know when they can log in. To be told once the state has it
   * running.
   */
  turnedRunning(vm: VmRef): void;
  /** The host as ssh's files have it, or null while they do not. */
  hostOf(vm: VmRef): SshHost | null;
  hosts(): readonly SshHost[];
  /** Why ssh's files could not be written the last time; null: they were. */
  trouble(): string | null;
  /** Asks the VM for its host key and takes the answer over into the state. */
  checkHostKey(host: SshHost): Promise<KeyComparison>;
  pause(): void;
  resume(): void;
  /** Resolves when the files say what the state said before; never rejects. */
  settled(): Promise<void>;
  stop(): void;
}

export interface SshWatchPorts {
  readonly store: StateStore;
  readonly update: (news: SshNews) => Promise<readonly SshHost[]>;
  readonly compareHostKey: (host: SshHost) => Promise<KeyComparison>;
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** Whether the service says, asked for that VM, that there is none. Never rejects. */
  readonly isGone: (vm: VmRef) => Promise<boolean>;
  readonly templates: VmTemplates;
  /** `isAwaited`: it turned running while somebody watched. */
  readonly onReady: (host: SshHost, isAwaited: boolean) => void;
  readonly onKeyChanged: (host: SshHost) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const DEFAULT_PORT = 22;

function keyOf({ accountId, vmId }: VmRef): string {
  return vmKey(accountId, vmId);
}

function words(keys: readonly { readonly type: string; readonly sha256: string }[]) {
  return keys.map(({ type, sha256 }) => `${type} ${sha256}`);
}

export function createSshWatch(ports: SshWatchPorts): SshWatch {
  const { store } = ports;
  let { templates } = ports;
  let hosts: ReadonlyMap<string, SshHost> = new Map();
  let told: SshNews | null = null;
  let trouble: string | null = null;
  let isBehind = false;
  let writing: Promise<void> | null = null;
  let hasStopped = false;
  const awaited = new Set<string>();
  const changedKeys = new Map<string, ChangedKey>();
  /** Whether the service said that there is no such VM. */
  const doubted = new Map<string, boolean>();

  const reach = createReachWatch({
    answers: ports.answers,
    onReachable(key) {
      show();
      const host = hosts.get(key);
      if (host === undefined) return;
      ports.onReady(host, awaited.delete(key));
      void checkHostKey(host);
    },
    clock: ports.clock,
    random: ports.random,
  });

  function runningKeys(): readonly string[] {
    return Object.entries(store.get().pictures).flatMap(([accountId, { vms }]) =>
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
    const facts = { hosts, changedKeys, templates, isReachable: reach.isReachable };
    store.set({ vmLogins: vmLoginsOf(store.get(), facts) });
  }

  /** Those that the service, asked for them, does not know. Each is asked for once; the next start asks again. */
  async function confirmedGone(doubtful: readonly VmRef[]): Promise<readonly VmRef[]> {
    for (const vm of doubtful)
      if (!doubted.has(keyOf(vm))) doubted.set(keyOf(vm), await ports.isGone(vm));
    return doubtful.filter((vm) => doubted.get(keyOf(vm)));
  }

  async function newsNow(): Promise<SshNews> {
    const { gone, doubtful } = missingVms(hosts.values(), told?.vms ?? [], store.get());
    const confirmed = await confirmedGone(doubtful);
    const { accounts, pictures, ssh } = store.get();
    const known = accounts.map(({ id, baseUrl }) => {
      const vms = pictures[id]?.vms.value?.vms ?? [];
      return { id, baseUrl, vms };
    });
    return {
      vms: sshVmsOf(known, { logins: ssh.logins, templates }),
      gone: [...gone, ...confirmed],
      accountIds: accounts.map(({ id }) => id),
    };
  }

  async function writeOnce(): Promise<void> {
    const news = await newsNow();
    if (hasStopped || isDeepStrictEqual(news, told)) return;
    try {
      const written = await ports.update(news);
      hosts = new Map(written.map((host) => [keyOf(host), host]));
      told = news;
      trouble = null;
    } catch (error) {
      trouble = error instanceof Error ? error.message : 'unknown reason';
      ports.log.warn('ssh.files.unwritten');
    }
    for (const key of changedKeys.keys()) if (!hosts.has(key)) changedKeys.delete(key);
    follow();
  }

  /** One after the other, and what came meanwhile at once. */
  async function writeAll(): Promise<void> {
    while (isBehind && !hasStopped) {
      isBehind = false;
      await writeOnce();
    }
  }

  function write(): void {
    isBehind = true;
    writing ??= writeAll().finally(() => {
      writing = null;
    });
  }

  function follow(): void {
    if (hasStopped) return;
    const running = runningKeys();
    const isRunning = new Set(running);
    // Nobody waits any longer for one that has stopped: its next start may be hours away, and seen by nobody.
    for (const key of awaited) if (!isRunning.has(key)) awaited.delete(key);
    reach.follow(running.flatMap(targetOf));
    show();
  }

  async function checkHostKey(host: SshHost): Promise<KeyComparison> {
    const comparison = await ports.compareHostKey(host);
    const key = keyOf(host);
    if (hasStopped || !hosts.has(key) || comparison.state === 'unreachable') return comparison;
    const was = changedKeys.has(key);
    if (comparison.state === 'changed') {
      const { stored, offered } = comparison;
      changedKeys.set(key, { stored: words(stored), offered: words(offered) });
      if (!was) ports.onKeyChanged(host);
    } else changedKeys.delete(key);
    show();
    return comparison;
  }

  return {
    look() {
      follow();
      write();
    },
    setTemplates(next) {
      templates = next;
    },
    turnedRunning: (vm) => void awaited.add(keyOf(vm)),
    hostOf: (vm) => hosts.get(keyOf(vm)) ?? null,
    hosts: () => [...hosts.values()],
    trouble: () => trouble,
    checkHostKey,
    pause: reach.pause,
    resume: reach.resume,
    settled: async () => void (await writing),
    stop() {
      hasStopped = true;
      reach.follow([]);
    },
  };
}
