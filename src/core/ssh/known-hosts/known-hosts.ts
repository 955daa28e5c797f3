import { readFile, rm } from 'node:fs/promises';
import type { BoundedRun } from '../../bounded-run.ts';
import type { Log } from '../../log.ts';
import type { SshHost } from '../host.ts';
import type { SshTools } from '../tools/index.ts';
import { compareKeys, type KeyComparison } from './compare-keys.ts';
import { readHostKeys } from './host-key.ts';

/** Our own known_hosts: filled by ssh, emptied by us when a VM is gone. */
export interface KnownHosts {
  /**
   * Removes the stored keys under these names. Never fails: a key left behind does no harm, since no VM goes by its name
   * again.
   */
  forget(hostKeyAliases: readonly string[]): Promise<void>;
  /** Asks the VM for its host key (seconds, when nothing answers) and compares. Changes nothing. */
  compareHostKey(host: SshHost): Promise<KeyComparison>;
  /** The command, as program and arguments, by which the user removes a stored key. */
  removalCommand(host: SshHost): readonly [string, ...string[]];
}

export interface KnownHostsOptions {
  /** The known_hosts file. */
  readonly file: string;
  readonly tools: SshTools;
  /** Its deadline bounds the comparison as well; more than 10 s. */
  readonly run: BoundedRun;
  readonly log: Log;
}

const DEFAULT_PORT = 22;
/** How long ssh-keyscan waits for an answer, in s. */
const SCAN_S = 5;

/** Names that ssh-keygen takes as they are: no patterns, no options. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

export function createKnownHosts({ file, tools, run, log }: KnownHostsOptions): KnownHosts {
  async function read(): Promise<string> {
    try {
      return await readFile(file, 'utf8');
    } catch {
      return '';
    }
  }

  /** Whether it is worth to start ssh-keygen for a name. Hashed entries (`|1|…`) tell nothing. */
  function mayHold(text: string, name: string): boolean {
    return text.includes('|1|') || text.toLowerCase().includes(name.toLowerCase());
  }

  async function removeKey(keygen: string, name: string): Promise<void> {
    const outcome = await run(keygen, ['-R', name, '-f', file]);
    if (outcome.state !== 'done')
      log.warn('ssh.knownHosts.forgetFailed', { name, state: outcome.state });
  }

  async function storedKeys(name: string) {
    if (tools.keygen === null) return [];
    const outcome = await run(tools.keygen, ['-F', name, '-f', file]);
    return outcome.state === 'done' ? readHostKeys(outcome.stdout) : [];
  }

  async function offeredKeys(address: string, port: number) {
    if (tools.keyscan === null) return [];
    const outcome = await run(tools.keyscan, ['-T', `${SCAN_S}`, '-p', `${port}`, '--', address]);
    return outcome.state === 'done' ? readHostKeys(outcome.stdout) : [];
  }

  return {
    async forget(hostKeyAliases) {
      const { keygen } = tools;
      if (keygen === null || hostKeyAliases.length === 0) return;
      const text = await read();
      const held = hostKeyAliases.filter((name) => PLAIN_NAME.test(name) && mayHold(text, name));
      for (const name of held) await removeKey(keygen, name);
      // ssh-keygen keeps the whole old file, with the keys that were to go.
      if (held.length > 0) await rm(`${file}.old`, { force: true });
    },
    async compareHostKey({ hostKeyAlias, address, login }) {
      const stored = await storedKeys(hostKeyAlias);
      if (stored.length === 0) return { state: 'unknown' };
      if (address === null) return { state: 'unreachable' };
      return compareKeys(stored, await offeredKeys(address, login.port ?? DEFAULT_PORT));
    },
    removalCommand: ({ hostKeyAlias }) => ['ssh-keygen', '-R', hostKeyAlias, '-f', file],
  };
}
