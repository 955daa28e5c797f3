import { type ChangedKey, vmKey } from '../../../shared/app/index.ts';
import type { KeyComparison, SshHost } from '../../ssh/index.ts';

/** Which VMs show another host key than the one that was stored at the first login. */
export interface HostKeyWatch {
  /** By `vmKey`. */
  changed(): ReadonlyMap<string, ChangedKey>;
  /** Asks the VM now, for somebody who waits for the answer. */
  check(host: SshHost): Promise<KeyComparison>;
  /** Asks in its turn; a few at once, since each takes programs and connections. */
  checkLater(host: SshHost): void;
  /** What is shown may have been put right: asks those again. */
  recheck(): void;
  /** Forgets those that are not among the hosts any more. */
  keep(hosts: ReadonlyMap<string, SshHost>): void;
  stop(): void;
}

/**
 * How a VM is asked. `onShown` hears whenever `changed` says something else, `onChanged` once when a VM begins to show another
 * key.
 */
export interface HostKeyWatchPorts {
  readonly compare: (host: SshHost) => Promise<KeyComparison>;
  /** The host as it is now: an answer about another address is about another machine. */
  readonly current: (key: string) => SshHost | undefined;
  readonly onShown: () => void;
  readonly onChanged: (host: SshHost) => void;
}

const MAX_AT_ONCE = 4;

function words(keys: readonly { readonly type: string; readonly sha256: string }[]) {
  return keys.map(({ type, sha256 }) => `${type} ${sha256}`);
}

/** Asks four VMs at once at most; only `check` waits for no turn. */
export function createHostKeyWatch(ports: HostKeyWatchPorts): HostKeyWatch {
  const changed = new Map<string, ChangedKey>();
  const waiting = new Map<string, SshHost>();
  let underWay = 0;
  let hasStopped = false;

  function apply(host: SshHost, comparison: KeyComparison): void {
    const key = vmKey(host.accountId, host.vmId);
    if (hasStopped || ports.current(key)?.address !== host.address) return;
    if (comparison.state === 'changed') {
      const isNews = !changed.has(key);
      const { stored, offered } = comparison;
      changed.set(key, { stored: words(stored), offered: words(offered) });
      ports.onShown();
      if (isNews) ports.onChanged(host);
    } else if (comparison.state === 'same' || comparison.state === 'unknown') {
      if (changed.delete(key)) ports.onShown();
    }
  }

  async function check(host: SshHost): Promise<KeyComparison> {
    const comparison = await ports.compare(host);
    apply(host, comparison);
    return comparison;
  }

  function fillTurns(): void {
    for (const [key, host] of waiting) {
      if (hasStopped || underWay >= MAX_AT_ONCE) return;
      waiting.delete(key);
      underWay += 1;
      void check(host).finally(() => {
        underWay -= 1;
        fillTurns();
      });
    }
  }

  function checkLater(host: SshHost): void {
    waiting.set(vmKey(host.accountId, host.vmId), host);
    fillTurns();
  }

  return {
    changed: () => changed,
    check,
    checkLater,
    recheck() {
      for (const key of changed.keys()) {
        const host = ports.current(key);
        if (host !== undefined) checkLater(host);
      }
    },
    keep(hosts) {
      for (const key of changed.keys()) if (!hosts.has(key)) changed.delete(key);
      for (const key of waiting.keys()) if (!hosts.has(key)) waiting.delete(key);
    },
    stop() {
      hasStopped = true;
    },
  };
}
