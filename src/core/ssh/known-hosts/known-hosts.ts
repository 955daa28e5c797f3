import { readFile, rm } from 'node:fs/promises';
import { writeAtomically } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import type { BoundedRun } from '../../run-with-timeout.ts';
import { DEFAULT_PORT, type SshTarget } from '../host.ts';
import type { FindSshTools } from '../tools/index.ts';
import type { KeyComparison } from './compare-keys.ts';
import { compareOffered, type OfferedKeys } from './compare-offered.ts';
import { type HostKey, readHostKeys } from './host-key.ts';
import { hasHashedNames, keysOf, plainName, withoutNames } from './known-hosts-text.ts';

/** Our own known_hosts: filled by ssh, emptied by us when a VM is gone. */
export interface KnownHosts {
  /**
   * Removes the stored keys under these names. Never fails: a key left behind does no harm, since no VM goes by its name
   * again.
   */
  forget(hostKeyAliases: readonly string[]): Promise<void>;
  /** Asks the VM for its host key (seconds, when nothing answers) and compares. Changes nothing. */
  compareHostKey(host: SshTarget): Promise<KeyComparison>;
  /** The command, as program and arguments, by which the user removes a stored key. */
  removalCommand(host: SshTarget): readonly [string, ...string[]];
}

/** The file, and the programs that look into it and ask for keys. */
export interface KnownHostsOptions {
  /** The known_hosts file. */
  readonly file: string;
  readonly tools: FindSshTools;
  /** Its deadline bounds each question of the comparison; more than 10 s. */
  readonly run: BoundedRun;
  readonly log: Log;
}

/** How long ssh-keyscan waits for an answer, in s. */
const SCAN_S = 5;
const PRIVATE_FILE = 0o600;

type Stored = { readonly keys: readonly HostKey[] } | { readonly reason: string };

/** The file need not be there: ssh makes it at the first login, and until then no key is known. */
export function createKnownHosts({ file, tools, run, log }: KnownHostsOptions): KnownHosts {
  async function read(): Promise<string> {
    try {
      return await readFile(file, 'utf8');
    } catch {
      return '';
    }
  }

  function complain(state: string): void {
    log.warn('ssh.knownHosts.forgetFailed', { state });
  }

  async function forgetHashed(keygen: string, names: Iterable<string>): Promise<void> {
    for (const name of names) {
      const { state } = await run(keygen, ['-R', name, '-f', file]);
      // Not in there: ssh-keygen fails then in some versions, and not in others.
      if (state === 'absent' || state === 'late') return complain(state);
    }
    // ssh-keygen keeps the whole old file, with the keys that were to go.
    await rm(`${file}.old`, { force: true });
  }

  async function forgetAll(names: ReadonlySet<string>): Promise<void> {
    const text = await read();
    // In one go: a call of ssh-keygen for each of a thousand VMs took half a minute under the lock.
    const rest = withoutNames(text, names);
    if (rest !== text) await writeAtomically(file, rest, PRIVATE_FILE);
    const { keygen } = tools();
    if (hasHashedNames(rest) && keygen !== null) await forgetHashed(keygen, names);
  }

  async function storedKeys(hostKeyAlias: string): Promise<Stored> {
    const text = await read();
    const name = plainName(hostKeyAlias);
    if (name === null) return { keys: [] };
    const keys = keysOf(text, name);
    if (!hasHashedNames(text)) return { keys };
    const { keygen } = tools();
    if (keygen === null) return { reason: 'ssh-keygen is missing' };
    const outcome = await run(keygen, ['-F', name, '-f', file]);
    switch (outcome.state) {
      case 'absent':
        return { reason: 'ssh-keygen is missing' };
      case 'late':
        return { reason: 'ssh-keygen did not answer in time' };
      // It found none.
      case 'failed':
        return { keys };
      case 'done':
        return { keys: readHostKeys(outcome.stdout) };
    }
  }

  async function scan(
    address: string,
    port: number,
    types: readonly string[],
  ): Promise<OfferedKeys> {
    const { keyscan } = tools();
    if (keyscan === null) return { reason: 'ssh-keyscan is missing' };
    const wanted = types.length === 0 ? [] : ['-t', types.join(',')];
    const args = ['-T', `${SCAN_S}`, '-p', `${port}`, ...wanted, '--', address];
    const outcome = await run(keyscan, args);
    switch (outcome.state) {
      case 'absent':
        return { reason: 'ssh-keyscan is missing' };
      case 'late':
        return { reason: 'ssh-keyscan did not answer in time' };
      // Versions differ in whether finding no key is a failure.
      case 'failed':
        return { keys: [] };
      case 'done':
        return { keys: readHostKeys(outcome.stdout) };
    }
  }

  return {
    async forget(hostKeyAliases) {
      const names = new Set(hostKeyAliases.flatMap((name) => plainName(name) ?? []));
      if (names.size === 0) return;
      try {
        await forgetAll(names);
      } catch {
        complain('unwritten');
      }
    },
    async compareHostKey({ hostKeyAlias, address, login }) {
      const stored = await storedKeys(hostKeyAlias);
      if ('reason' in stored) return { state: 'unasked', reason: stored.reason };
      if (stored.keys.length === 0) return { state: 'unknown' };
      if (address === null) return { state: 'unreachable' };
      return compareOffered(stored.keys, (types) =>
        scan(address, login.port ?? DEFAULT_PORT, types),
      );
    },
    removalCommand: ({ hostKeyAlias }) => ['ssh-keygen', '-R', hostKeyAlias, '-f', file],
  };
}
