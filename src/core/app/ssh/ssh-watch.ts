import { vmsOf } from '../../../shared/domain/account-state.ts';
import { isSame } from '../../../shared/domain/is-same.ts';
import { mayAnswerLogin, shortName, type Vm } from '../../../shared/domain/vm.ts';
import { type VmLogin, type VmRef, vmKey } from '../../../shared/ssh/ssh-state.ts';
import { type AppState, allVms, findVm } from '../../../shared/state/index.ts';
import { MAX_IN_TURN } from '../../own-turn.ts';
import {
  commandLine,
  createReachWatch,
  DEFAULT_PORT,
  exists,
  isCurrent,
  keyOf,
  loginCommand,
  type ReachTarget,
  type Shell,
  type Ssh,
  type SshHost,
  vmAddresses,
} from '../../ssh/index.ts';
import { readyAwaited } from '../kernel/lookups.ts';
import type { PartPorts } from '../kernel/ports.ts';
import { createHostFiles, type HostFilePorts } from './host-files.ts';

export function shellOf({
  environment,
  preferences,
}: Pick<AppState, 'environment' | 'preferences'>): Shell {
  return environment.platform === 'win32' ? preferences.shell : 'posix';
}

/** Facts besides the state. */
export interface LoginFacts {
  /** By `vmKey`. */
  readonly hosts: ReadonlyMap<string, SshHost>;
  reachOf(key: string): 'waiting' | 'silent' | 'ready' | undefined;
  commandOf(host: SshHost): string | null;
}

/** A provider that names a login also names it for a VM without an SSH server. */
function vmReach({ phase, login }: Vm, reach: ReturnType<LoginFacts['reachOf']>) {
  if (phase !== 'running' || login?.isShellOnly) return null;
  return reach === undefined || (reach === 'silent' && !login) ? 'waiting' : reach;
}

/** The SSH access of each listed VM. Unchanged entries, and an unchanged whole, stay the same objects. */
export function vmLoginsOf(
  state: Pick<AppState, 'accounts' | 'snapshots' | 'vmSshAccess'>,
  { hosts, commandOf, reachOf }: LoginFacts,
): AppState['vmSshAccess'] {
  const { accounts, snapshots, vmSshAccess: before } = state;
  const after: Record<string, VmLogin> = {};
  for (const { id: accountId, baseUrl } of accounts) {
    const addressOf = vmAddresses(baseUrl);
    for (const vm of vmsOf(snapshots[accountId])) {
      const key = vmKey(accountId, vm.id);
      const [host, address] = [hosts.get(key), addressOf(vm)];
      // Our files may still have a previous address.
      const isUsable = host !== undefined && mayAnswerLogin(vm) && isCurrent(host, vm, address);
      const login: VmLogin = {
        alias: host?.alias ?? null,
        command: isUsable ? commandOf(host) : null,
        hasAddress: address !== null,
        reach: vmReach(vm, reachOf(key)),
      };
      const was = before[key];
      after[key] = was !== undefined && isSame(was, login) ? was : login;
    }
  }
  return isSame(after, before) ? before : after;
}

/** Keeps our SSH files and `vmSshAccess` up to date with the VMs, and probes which VMs can be logged in to. */
export type SshWatch = ReturnType<typeof createSshWatch>;

export interface SshWatchPorts
  extends HostFilePorts,
    Pick<PartPorts, 'clock' | 'random' | 'deliver'> {
  readonly ssh: HostFilePorts['ssh'] & Pick<Ssh, 'setupFor'>;
  readonly answers: (target: ReachTarget, signal: AbortSignal) => Promise<boolean>;
  /** Asks ssh whether short names work, for the state. */
  readonly readInclude: () => Promise<unknown>;
}

/** A VM turned running while the app was watching, and is ready, or SSH has not answered for five minutes since. */
async function notify(
  { store, clock, deliver, readInclude }: SshWatchPorts,
  { accountId, vmId }: VmRef,
  kind: 'ready' | 'noLogin',
): Promise<void> {
  // The user may have edited the SSH config meanwhile.
  if (kind === 'ready') await readInclude();
  const vm = findVm(store.get(), { accountId, vmId });
  if (vm === undefined || !readyAwaited(store.get(), accountId)(vm)) return;
  const about = { at: clock.now(), accountId, vmId, name: shortName(vm) };
  const { perHour } = vm.billed;
  const event = kind === 'ready' ? { kind, ...about, perHour } : { kind, ...about };
  void deliver([event], { urgent: false });
}

const BATCH_MS = 50;

/** The address to probe; none: a proxy answers for VMs without an SSH server too. */
function targetsOf(key: string, host: SshHost | undefined): readonly ReachTarget[] {
  const { address = null, login, isShellOnly } = host ?? {};
  if (address === null || isShellOnly) return [];
  return [{ key, address, port: login?.port ?? DEFAULT_PORT }];
}

/** Neither reads, writes nor connects before the first `update`. */
export function createSshWatch(ports: SshWatchPorts) {
  const { store, clock } = ports;
  const files = createHostFiles(ports, goneVms, filesWritten);
  /** Keys of the VMs that turned running while the app was watching, and are not ready yet. */
  const awaited = new Set<string>();
  /** By `vmKey`: VMs that have not left our files yet. */
  const gone = new Map<string, VmRef>();
  let hasStopped = false;
  let cancelShow: (() => void) | null = null;

  const reach = createReachWatch({
    ...ports,
    onReach(key, reachNow) {
      showSoon();
      const host = files.hosts().get(key);
      if (awaited.delete(key) && host !== undefined)
        void notify(ports, host, reachNow === 'ready' ? 'ready' : 'noLogin');
    },
  });

  function goneVms(): readonly VmRef[] {
    const destroyed = allVms(store.get()).filter(({ vm }) => !exists(vm));
    return [...gone.values(), ...destroyed].map(({ accountId, vmId }) => ({ accountId, vmId }));
  }

  function filesWritten(): void {
    for (const key of gone.keys()) if (!files.hosts().has(key)) gone.delete(key);
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
    const state = store.get();
    const setup = ports.ssh.setupFor(state.ssh.include === 'active');
    const vmSshAccess = vmLoginsOf(state, {
      hosts: files.hosts(),
      reachOf: reach.reachOf,
      commandOf: (host) => commandLine(shellOf(state), loginCommand(host, setup)),
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
      gone.set(keyOf(vm), vm);
      files.update();
    },
    /** Writes the files again, since the user may have changed something outside. */
    rescan(): void {
      files.invalidate();
      update();
    },
    /** Call it once the state shows that the VM turned running while the app was watching. */
    turnedRunning: (vm: VmRef) => void awaited.add(keyOf(vm)),
    hostOf: files.hostOf,
    hosts: () => [...files.hosts().values()],
    problem: files.problem,
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
