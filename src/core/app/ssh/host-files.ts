import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import { allVms } from '../../../shared/state/index.ts';
import { describeInternalError } from '../../log.ts';
import { turnFor } from '../../own-turn.ts';
import { type HostUpdate, keyOf, type Ssh, type SshHost, sshVmsOf } from '../../ssh/index.ts';
import type { PartPorts } from '../kernel/ports.ts';

/** VMs of an incomplete list that get an alias: it may hold thousands of other VMs each time. */
const MAX_OF_INCOMPLETE = 1_000;

export interface HostFilePorts extends Pick<PartPorts, 'store' | 'log'> {
  readonly ssh: { readonly hosts: Pick<Ssh['hosts'], 'load' | 'update'> };
}

const byKey = (hosts: readonly SshHost[]) => new Map(hosts.map((host) => [keyOf(host), host]));

/** Our SSH files, written when the state differs from them. @param onWritten also after a failure */
export function createHostFiles(
  { store, ssh: { hosts: files }, log }: HostFilePorts,
  gone: () => readonly VmRef[],
  onWritten: () => void,
) {
  let hosts: ReadonlyMap<string, SshHost> = new Map();
  /** The last update written; null forces the next write. */
  let lastUpdate: HostUpdate | null = null;
  /** Why the last write failed; null: it did not. */
  let problem: unknown = null;
  const oneAtATime = pLimit(1);
  let isPending = false;
  let hasStopped = false;

  function currentUpdate(): HostUpdate {
    const { accounts, snapshots, ssh } = store.get();
    const known = accounts.map(({ id, baseUrl }) => {
      const { vms = [], isComplete = true } = snapshots[id]?.vms.value ?? {};
      return { id, baseUrl, vms: isComplete ? vms : vms.slice(0, MAX_OF_INCOMPLETE) };
    });
    return {
      vms: sshVmsOf(known, ssh.logins),
      gone: gone(),
      accountIds: accounts.map(({ id }) => id),
    };
  }

  /** Before the first poll, which asking ssh about the hosts would delay. Without accounts no folder is created, unless there is something to remove. */
  async function isNothing({ accountIds }: HostUpdate): Promise<boolean> {
    const { snapshots } = store.get();
    if (accountIds.some((id) => snapshots[id]?.freshness !== 'starting')) return false;
    if (hosts.size === 0) hosts = byKey(await files.load());
    return accountIds.length > 0 || hosts.size === 0;
  }

  async function writeOnce(): Promise<void> {
    await turnFor(allVms(store.get()).length);
    const next = currentUpdate();
    if (hasStopped || isDeepStrictEqual(next, lastUpdate)) return;
    try {
      if (await isNothing(next)) return;
      hosts = byKey(await files.update(next));
      lastUpdate = next;
      problem = null;
    } catch (error) {
      problem = error;
      log.warn('ssh.files.unwritten', describeInternalError(error));
    }
    onWritten();
  }

  function update(): void {
    if (isPending) return;
    isPending = true;
    void oneAtATime(() => {
      isPending = false;
      return writeOnce();
    });
  }

  return {
    update,
    hosts: () => hosts,
    problem: () => problem,
    invalidate(): void {
      lastUpdate = null;
    },
    /** The host as in our files; null while they differ from the state. */
    hostOf(vm: VmRef): SshHost | null {
      const host = hosts.get(keyOf(vm));
      if (host === undefined || problem === null) return host ?? null;
      // The files may have an earlier login. An earlier alias still works.
      const now = currentUpdate().vms.find((each) => keyOf(each) === keyOf(vm));
      const { address, login } = host;
      return isDeepStrictEqual({ address: now?.address, login: now?.login }, { address, login })
        ? host
        : null;
    },
    async settled(): Promise<void> {
      do await oneAtATime(() => {});
      while (isPending);
    },
    stop(): void {
      hasStopped = true;
    },
  };
}
