import { createHash } from 'node:crypto';
import type { ChangedKey } from '../../../shared/ssh/ssh-state.ts';
import { readTextFile, writeAtomically } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import type { Command } from '../commands/quote.ts';
import { DEFAULT_PORT, type SshHost } from '../host.ts';
import type { RunSsh } from '../probe/ssh-programs.ts';
import { linesOf } from './config-words.ts';

export interface HostKey {
  readonly type: string;
  readonly blob: string;
}

/** Excludes comments, certificate authorities and revoked keys (`@…`). */
const KEY_LINE = /^[^@#\s]\S* ([a-z0-9@.-]{1,64}) ([A-Za-z0-9+/]{16,8192}={0,2})(?:\s|$)/;

/** Parses the output of `ssh-keyscan` and lines of known_hosts. Other lines are ignored. */
export function readHostKeys(text: string): readonly HostKey[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, type, blob] = KEY_LINE.exec(line) ?? [];
    return type === undefined || blob === undefined ? [] : [{ type, blob }];
  });
}

/** The fingerprint as ssh prints it: such as `ED25519 SHA256:` and 43 characters of base64. */
export function fingerprint({ type, blob }: HostKey): string {
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
  const name = type.replace(/^ssh-|-sha2-nistp\d+$/g, '').toUpperCase();
  return `${name} SHA256:${digest.replace(/=+$/, '')}`;
}

export type KeyComparison =
  | { readonly state: 'unknown' }
  | { readonly state: 'same' }
  | ({ readonly state: 'changed' } & ChangedKey)
  /** No host key was received: no answer, or not an SSH server. */
  | { readonly state: 'unreachable' }
  /** ssh-keyscan is missing or timed out. `reason`: half a sentence. */
  | { readonly state: 'unasked'; readonly reason: string };

/** As strict as ssh: a stored type that is offered with another key is a change, and so is a host without any stored key. */
export function compareKeys(
  stored: readonly HostKey[],
  offered: readonly HostKey[],
): KeyComparison {
  if (stored.length === 0) return { state: 'unknown' };
  if (offered.length === 0) return { state: 'unreachable' };
  const isOffered = (key: HostKey) =>
    offered.some(({ type, blob }) => type === key.type && blob === key.blob);
  const isReplaced = (key: HostKey) =>
    offered.some(({ type }) => type === key.type) && !isOffered(key);
  if (stored.some(isOffered) && !stored.some(isReplaced)) return { state: 'same' };
  return { state: 'changed', stored: stored.map(fingerprint), offered: offered.map(fingerprint) };
}

/**
 * Without false alarms: ssh-keyscan opens one connection per key type, and a busy server drops some (`MaxStartups`). So the stored
 * types are scanned first; other types count as a change only after two scans. @param scan reads these types; all when empty; half a sentence: why that failed
 */
export async function compareWithScan(
  stored: readonly HostKey[],
  scan: (types: readonly string[]) => Promise<readonly HostKey[] | string>,
): Promise<KeyComparison> {
  const types = [...new Set(stored.map(({ type }) => type))];
  let comparison: KeyComparison = { state: 'unreachable' };
  for (const scanned of [types, [], []]) {
    const offered = await scan(scanned);
    if (typeof offered === 'string') return { state: 'unasked', reason: offered };
    comparison = compareKeys(stored, offered);
    if (offered.some(({ type }) => types.includes(type))) return comparison;
    if (scanned.length === 0 && offered.length === 0) return comparison;
  }
  return comparison;
}

/** GPU Tray never removes a changed key: only the user can know why it changed. */
export function explainKey(alias: string, comparison: KeyComparison) {
  switch (comparison.state) {
    case 'unknown':
      return {
        what: `No host key is stored for ${alias} yet.`,
        advice: 'It is stored at the first login.',
      };
    case 'same':
      return { what: `The host key of ${alias} is unchanged.`, advice: 'No action needed.' };
    case 'unreachable':
      return {
        what: `${alias} sent no host key: no answer, or not an SSH server.`,
        advice: 'Try again when the VM is running and SSH is ready.',
      };
    case 'unasked':
      return {
        what: `Failed to check the host key of ${alias}: ${comparison.reason}.`,
        advice: 'Try again, or install OpenSSH if it is missing.',
      };
    case 'changed':
      return {
        what: `The host key of ${alias} has changed. Stored: ${comparison.stored.join(', ')}. Now: ${comparison.offered.join(', ')}.`,
        advice:
          'A reinstalled VM has new keys, and so does a machine that impersonates it. Compare the new key with the one in the VM’s console. If they match, remove the stored key and log in again.',
      };
  }
}

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

  async function scan(args: readonly string[]): Promise<readonly HostKey[] | string> {
    const outcome = await run('ssh-keyscan', args, { timeoutMs: SCAN_MS });
    if (outcome.state === 'absent') return 'ssh-keyscan is missing';
    if (outcome.state === 'late') return 'ssh-keyscan timed out';
    // Some versions fail when they find no key.
    return outcome.state === 'failed' ? [] : readHostKeys(outcome.stdout);
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
