import { isDeepStrictEqual } from 'node:util';
import type { ChangedKey } from '../../../shared/ssh/ssh-state.ts';
import { allVms } from '../../../shared/state/index.ts';
import { MAX_IN_TURN } from '../../own-turn.ts';
import {
  createReachWatch,
  DEFAULT_PORT,
  exists,
  type KeyComparison,
  keyOf,
  type ReachTarget,
  type SshHost,
  type VmRef,
} from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { createHostFiles, type HostFilePorts } from './host-files.ts';
import { vmLoginsOf } from './vm-logins.ts';

/** Keeps our SSH files and `vmSshAccess` up to date with the VMs, and probes which VMs can be logged in to. */
export type SshWatch = ReturnType<typeof createSshWatch>;

export interface SshWatchPorts extends HostFilePorts, Pick<PartPorts, 'clock' | 'random'> {
  readonly compareHostKey: (host: SshHost) => Promise<KeyComparison>;
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** A VM turned running while the app was watching, and is ready, or SSH has not answered for five minutes since. */
  readonly notify: (kind: 'ready' | 'noLogin', vm: VmRef) => void;
  readonly commands: () => (host: SshHost) => string | null;
}

const BATCH_MS = 50;

function createHostKeyChecks(
  { compareHostKey }: Pick<SshWatchPorts, 'compareHostKey'>,
  hosts: () => ReadonlyMap<string, SshHost>,
  onChange: () => void,
) {
  /** By host key alias: that of a VM's next run is another one. */
  const changedKeys = new Map<string, ChangedKey>();

  async function check(host: SshHost): Promise<KeyComparison> {
    const comparison = await compareHostKey(host);
    const { hostKeyAlias } = host;
    // The result for a previous address or run is about another machine.
    if (!isDeepStrictEqual(hosts().get(keyOf(host)), host)) return comparison;
    if (comparison.state === 'changed') {
      const { stored, offered } = comparison;
      changedKeys.set(hostKeyAlias, { stored, offered });
      onChange();
    } else if (comparison.state === 'same' || comparison.state === 'unknown') {
      if (changedKeys.delete(hostKeyAlias)) onChange();
    }
    return comparison;
  }

  return {
    changedKeys,
    check,
    repeat(): void {
      for (const host of hosts().values()) if (changedKeys.has(host.hostKeyAlias)) void check(host);
    },
  };
}

/** The address to probe; none: a proxy answers for VMs without an SSH server too. */
function targetsOf(key: string, host: SshHost | undefined): readonly ReachTarget[] {
  const { address = null, login, isShellOnly } = host ?? {};
  if (address === null || isShellOnly) return [];
  return [{ key, address, port: login?.port ?? DEFAULT_PORT }];
}

/** Neither reads, writes nor connects before the first `update`. */
export function createSshWatch(ports: SshWatchPorts) {
  const { store, clock } = ports;
  const files = createHostFiles(ports, goneHosts, filesWritten);
  const hostKeys = createHostKeyChecks(ports, files.hosts, showSoon);
  /** Keys of the VMs that turned running while the app was watching, and are not ready yet. */
  const awaited = new Set<string>();
  /** Keys of VMs that have not left our files yet. */
  const gone = new Set<string>();
  let hasStopped = false;
  let cancelShow: (() => void) | null = null;

  const reach = createReachWatch({
    ...ports,
    onReachable: (key) => awaitedIs('ready', key),
    onSilent: (key) => awaitedIs('noLogin', key),
  });

  function awaitedIs(kind: 'ready' | 'noLogin', key: string): void {
    showSoon();
    const host = files.hosts().get(key);
    if (awaited.delete(key) && host !== undefined) ports.notify(kind, host);
  }

  function goneHosts(): readonly VmRef[] {
    const destroyed = allVms(store.get()).flatMap(({ key, vm }) => (exists(vm) ? [] : key));
    const keys = new Set([...gone, ...destroyed]);
    return [...files.hosts().values()].filter((host) => keys.has(keyOf(host)));
  }

  function filesWritten(): void {
    for (const key of gone) if (!files.hosts().has(key)) gone.delete(key);
    follow();
  }

  function showSoon(): void {
    if (!hasStopped) cancelShow ??= clock.after(BATCH_MS, follow);
  }

  function follow(): void {
    cancelShow?.();
    cancelShow = null;
    if (hasStopped) return;
    const vms = allVms(store.get());
    const keys = new Set(vms.flatMap(({ key, vm }) => (vm.phase === 'running' ? key : [])));
    // A VM that stopped is no longer awaited: its next start may be hours away.
    for (const key of awaited) if (!keys.has(key)) awaited.delete(key);
    reach.follow([...keys].flatMap((key) => targetsOf(key, files.hosts().get(key))));
    const vmSshAccess = vmLoginsOf(store.get(), {
      hosts: files.hosts(),
      changedKeys: hostKeys.changedKeys,
      isReachable: reach.isReachable,
      isSilent: reach.isSilent,
      commandOf: ports.commands(),
    });
    store.set({ vmSshAccess });
  }

  /** Call it after accounts, VMs or logins changed. Does little when nothing did. */
  function update(): void {
    const vms = allVms(store.get());
    // A VM may return to the list.
    for (const { key } of gone.size > 0 ? vms : []) gone.delete(key);
    (vms.length > MAX_IN_TURN ? showSoon : follow)();
    files.update();
  }

  return {
    update,
    /** The VM is gone: it leaves our files. */
    forget(vm: VmRef): void {
      gone.add(keyOf(vm));
      files.update();
    },
    /** Writes the files again and repeats the failed checks, since the user may have changed something outside. */
    rescan(): void {
      files.invalidate();
      hostKeys.repeat();
      update();
    },
    /** Call it once the state shows that the VM turned running while the app was watching. */
    turnedRunning: (vm: VmRef) => void awaited.add(keyOf(vm)),
    hostOf: files.hostOf,
    hosts: () => [...files.hosts().values()],
    problem: files.problem,
    checkHostKey: hostKeys.check,
    pause: reach.pause,
    resume: reach.resume,
    settled: files.settled,
    stop(): void {
      hasStopped = true;
      files.stop();
      cancelShow?.();
      reach.follow([]);
    },
  };
}
