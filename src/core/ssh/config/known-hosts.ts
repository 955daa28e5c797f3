import { readTextFile, writeAtomically } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import type { Command } from '../commands/quote.ts';
import { DEFAULT_PORT, type SshHost } from '../host.ts';
import type { RunSsh } from '../probe/ssh-programs.ts';
import { linesOf } from './config-words.ts';
import { compareWithScan, type KeyComparison, type KeyReading, readHostKeys } from './host-keys.ts';

/** Our own known_hosts: ssh adds the keys, we remove those of VMs that are gone. */
export type KnownHosts = ReturnType<typeof createKnownHosts>;

/** For each key type. */
const SCAN_S = 5;
const SCAN_MS = 20_000;

/** The names of a line, lower-case, as ssh compares them; empty for comments, hashed names and marked lines (`@revoked`). */
function namesOf(line: string): readonly string[] {
  const [names = ''] = /^[^\s#@|]\S*(?= )/.exec(line) ?? [];
  return names.toLowerCase().split(',');
}

/** @param file created by ssh at the first login */
export function createKnownHosts(file: string, run: RunSsh, log: Log) {
  const read = () => readTextFile(file).catch(() => '');

  async function scan(args: readonly string[]): Promise<KeyReading> {
    const outcome = await run('ssh-keyscan', args, { timeoutMs: SCAN_MS });
    if (outcome.state === 'absent') return { reason: 'ssh-keyscan is missing' };
    if (outcome.state === 'late') return { reason: 'ssh-keyscan timed out' };
    // Some versions fail when they find no key.
    return { keys: outcome.state === 'failed' ? [] : readHostKeys(outcome.stdout) };
  }

  return {
    /** Removes the keys stored under these names. Never rejects: a leftover key does no harm, since its name is not reused. */
    async forget(hostKeyAliases: readonly string[]): Promise<void> {
      const names = new Set(hostKeyAliases);
      // One write: running ssh-keygen for each of a thousand VMs took half a minute under the lock.
      const text = await read();
      const kept = linesOf(text)
        .filter((line) => !namesOf(line).some((name) => names.has(name)))
        .join('');
      if (kept === text) return;
      await writeAtomically(file, kept).catch(() => log.warn('ssh.knownHosts.forgetFailed'));
    },
    /** Scans the VM's host key (takes seconds when there is no answer) and compares it. Changes nothing. */
    async compareHostKey({ hostKeyAlias, address, login }: SshHost): Promise<KeyComparison> {
      const lines = linesOf(await read()).filter((line) => namesOf(line).includes(hostKeyAlias));
      const stored = readHostKeys(lines.join(''));
      if (stored.length === 0) return { state: 'unknown' };
      if (address === null) return { state: 'unreachable' };
      return compareWithScan(stored, (types) => {
        const port = `${login.port ?? DEFAULT_PORT}`;
        const wanted = types.length === 0 ? [] : ['-t', types.join(',')];
        return scan(['-T', `${SCAN_S}`, '-p', port, ...wanted, '--', address]);
      });
    },
    removalCommand(host: SshHost): Command {
      return ['ssh-keygen', '-R', host.hostKeyAlias, '-f', file];
    },
  };
}
