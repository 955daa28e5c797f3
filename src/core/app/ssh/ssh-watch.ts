import { isDeepStrictEqual } from 'node:util';
import { vmKey } from '../../../shared/app/index.ts';
import { vmPhase } from '../../../shared/domain/index.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  createReachWatch,
  DEFAULT_PORT,
  type KeyComparison,
  type ReachTarget,
  type SshHost,
  type SshNews,
  sshVmsOf,
  type VmTemplates,
} from '../../ssh/index.ts';
import type { StateStore } from '../state-store.ts';
import { createGoneVms } from './gone-vms.ts';
import { createHostKeyWatch } from './host-key-watch.ts';
import { missingVms, type VmRef } from './missing-vms.ts';
import { vmLoginsOf } from './vm-logins.ts';

/** Keeps ssh's files and the logins of the state in step with the VMs, and finds out who can be logged in to. */
export interface SshWatch {
  /** After anything changed that ssh has to know. Cheap when nothing did. */
  look(): void;
  /** Somebody may have put right or removed what we wrote or found: has it all looked at again. */
  lookAnew(): void;
  setTemplates(templates: VmTemplates): void;
  /**
   * It turned running while somebody watched, so they want to know when they can log in. To be told once the state has it
   * running.
   */
  turnedRunning(vm: VmRef): void;
  /** The host as ssh's files have it; null while they do not have it as the state says. */
  hostOf(vm: VmRef): SshHost | null;
  hosts(): readonly SshHost[];
  /** Why ssh's files could not be written the last time; null: they were. */
  trouble(): string | null;
  /** Asks the VM for its host key and takes the answer over into the state. */
  checkHostKey(host: SshHost): Promise<KeyComparison>;
  pause(): void;
  resume(): void;
  /** Resolves when the files say what the state said before, or could not be written. */
  settled(): Promise<void>;
  stop(): void;
}

/** ssh's files, the VMs and the service, as the watch asks and tells them. */
export interface SshWatchPorts {
  readonly store: StateStore;
  /** The hosts of the files as they are. */
  readonly remembered: () => Promise<readonly SshHost[]>;
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

/** ms that a change of many VMs is gathered before it is shown. */
const GATHER_MS = 50;

function keyOf({ accountId, vmId }: VmRef): string {
  return vmKey(accountId, vmId);
}

/** Neither reads, writes nor connects before the first `look`. */
export function createSshWatch(ports: SshWatchPorts): SshWatch {
  const { store, clock } = ports;
  let { templates } = ports;
  let hosts: ReadonlyMap<string, SshHost> = new Map();
  let told: SshNews | null = null;
  /** What the hosts were made of. Not `told`, which is forgotten when all is to be looked at again. */
  let written: SshNews | null = null;
  let trouble: string | null = null;
  let isBehind = false;
  let writing: Promise<void> | null = null;
  let hasStopped = false;
  let cancelShow: (() => void) | null = null;
  const awaited = new Set<string>();

  const keys = createHostKeyWatch({
    compare: ports.compareHostKey,
    current: (key) => hosts.get(key),
    onShown: showSoon,
    onChanged: ports.onKeyChanged,
  });
  const goneVms = createGoneVms({ isGone: ports.isGone, onFound: write, clock });
  const reach = createReachWatch({
    answers: ports.answers,
    onReachable(key) {
      showSoon();
      const host = hosts.get(key);
      if (host === undefined) return;
      ports.onReady(host, awaited.delete(key));
      keys.checkLater(host);
    },
    clock,
    random: ports.random,
  });

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
    const changedKeys = keys.changed();
    const facts = { hosts, changedKeys, templates, isReachable: reach.isReachable };
    store.set({ vmLogins: vmLoginsOf(store.get(), facts) });
  }

  /** Hundreds of VMs may answer one after the other, and each would have all of them looked through. */
  function showSoon(): void {
    cancelShow ??= clock.after(GATHER_MS, show);
  }

  function newsNow(): SshNews {
    const { accounts, snapshots, ssh } = store.get();
    const known = accounts.map(({ id, baseUrl }) => {
      const vms = snapshots[id]?.vms.value?.vms ?? [];
      return { id, baseUrl, vms };
    });
    return {
      vms: sshVmsOf(known, { logins: ssh.logins, templates }),
      gone: goneVms.of(missingVms(hosts.values(), { snapshots })),
      accountIds: accounts.map(({ id }) => id),
    };
  }

  /** Without an account there is nothing to write, and no folder to make, unless there is something to take away. */
  async function isNothing({ accountIds }: SshNews): Promise<boolean> {
    return told === null && accountIds.length === 0 && (await ports.remembered()).length === 0;
  }

  async function writeOnce(): Promise<void> {
    const news = newsNow();
    if (hasStopped || isDeepStrictEqual(news, told)) return;
    try {
      if (await isNothing(news)) return;
      const known = await ports.update(news);
      hosts = new Map(known.map((host) => [keyOf(host), host]));
      told = news;
      written = news;
      trouble = null;
    } catch (error) {
      trouble = error instanceof Error ? error.message : 'unknown reason';
      ports.log.warn('ssh.files.unwritten');
    }
    keys.keep(hosts);
    // Of those remembered from earlier, some may be missing on the list.
    goneVms.of(missingVms(hosts.values(), store.get()));
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
      // Asked for between the last look at `isBehind` and here.
      if (isBehind && !hasStopped) write();
    });
  }

  /** Whether a login goes where the state says: after a write that failed it may be an earlier one. An earlier name still works. */
  function isUpToDate(vm: VmRef): boolean {
    if (trouble === null) return true;
    const loginIn = (news: SshNews | null) => {
      const known = news?.vms.find((each) => keyOf(each) === keyOf(vm));
      return [known?.address, known?.login];
    };
    return isDeepStrictEqual(loginIn(newsNow()), loginIn(written));
  }

  async function settled(): Promise<void> {
    while (writing !== null) await writing;
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

  function look(): void {
    follow();
    write();
  }

  return {
    look,
    lookAnew() {
      told = null;
      keys.recheck();
      look();
    },
    setTemplates(next) {
      templates = next;
    },
    turnedRunning: (vm) => void awaited.add(keyOf(vm)),
    hostOf: (vm) => (isUpToDate(vm) ? (hosts.get(keyOf(vm)) ?? null) : null),
    hosts: () => [...hosts.values()],
    trouble: () => trouble,
    checkHostKey: keys.check,
    pause: reach.pause,
    resume: reach.resume,
    settled,
    stop() {
      hasStopped = true;
      cancelShow?.();
      keys.stop();
      reach.follow([]);
    },
  };
}
