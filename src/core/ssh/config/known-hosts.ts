import { createHash } from 'node:crypto';
import { readTextFile, writeAtomically } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import { type SshSetup, sshArguments } from '../commands/arguments.ts';
import type { Command } from '../commands/quote.ts';
import { asOptions, WITHOUT_PROMPTS } from '../commands/run-on-vm.ts';
import type { SshHost } from '../host.ts';
import type { RunSsh } from '../probe/ssh-programs.ts';
import { linesOf } from './config-words.ts';

export type KeyComparison =
  /** `unknown`: no key is stored. `unreachable`: no host key was received. */
  | { readonly state: 'unknown' | 'same' | 'unreachable' }
  /** Fingerprints as ssh prints them, each after its key type; `offered` is the one of now. */
  | { readonly state: 'changed'; readonly stored: readonly string[]; readonly offered: string };

const fingerprint = (type: string, hash: string) =>
  `${type.replace(/^ssh-|-sha2-nistp\d+|-cert-v01@openssh\.com$/g, '').toUpperCase()} SHA256:${hash}`;

/** Excludes comments, certificate authorities and revoked keys (`@…`). */
const KEY_LINE = /^[^@#\s]\S* ([a-z0-9@.-]{1,64}) ([A-Za-z0-9+/]{16,8192}={0,2})(?:\s|$)/;

/** The fingerprints of the keys in lines of known_hosts. Other lines are ignored. */
export function storedFingerprints(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const [, type, blob] = KEY_LINE.exec(line) ?? [];
    if (type === undefined || blob === undefined) return [];
    const hash = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
    return fingerprint(type, hash.replace(/=+$/, ''));
  });
}

/** @param messages of `ssh -v`: those of each jump host, then of the VM, which name its host key alias and may end with a banner of any text */
export function compareKeys(
  stored: readonly string[],
  messages: string,
  hostKeyAlias: string,
): KeyComparison {
  if (stored.length === 0) return { state: 'unknown' };
  const servers = messages.split(/^debug1: Authenticating to /m);
  const own = servers.find((each) =>
    each.includes(`debug1: using hostkeyalias: ${hostKeyAlias}\r\n`),
  );
  const line = /^debug1: Server host (?:key|certificate): (\S{1,64}) SHA256:([A-Za-z0-9+/]{43})/m;
  const [, type, hash] = line.exec(own ?? '') ?? [];
  if (type === undefined || hash === undefined) return { state: 'unreachable' };
  const offered = fingerprint(type, hash);
  return stored.includes(offered) ? { state: 'same' } : { state: 'changed', stored, offered };
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
        what: `Received no host key from ${alias}: no answer, not an SSH server, or ssh is missing on this computer.`,
        advice: 'Try again when the VM is running and SSH is ready.',
      };
    case 'changed':
      return {
        what: `The host key of ${alias} has changed. Stored: ${comparison.stored.join(', ')}. Now: ${comparison.offered}.`,
        advice:
          'A reinstalled VM has new keys, and so does a machine that impersonates it. Compare the new key with the one in the VM’s console. If they match, remove the stored key and log in again.',
      };
  }
}

/** Our own known_hosts: ssh adds the keys, we remove those of VMs that are gone. */
export type KnownHosts = ReturnType<typeof createKnownHosts>;

/** ssh receives the host key, stores none, and then has no method to log in by. No shared connection, which would need no key. */
const KEY_ONLY = [
  ...['StrictHostKeyChecking=yes', 'UpdateHostKeys=no', 'PreferredAuthentications=none'],
  ...['ControlPath=none', 'FingerprintHash=sha256'],
];

const TIMEOUT_MS = 20_000;

/** The names of a line, lower-case, as ssh compares them; empty for comments, hashed names and marked lines (`@revoked`). */
function namesOf(line: string): readonly string[] {
  const [names = ''] = /^[^\s#@|]\S*(?= )/.exec(line) ?? [];
  return names.toLowerCase().split(',');
}

/** @param file created by ssh at the first login */
export function createKnownHosts(
  file: string,
  log: Log,
  run: RunSsh,
  setup: () => Promise<SshSetup>,
) {
  const read = () => readTextFile(file).catch(() => '');

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
    /** Connects to the VM as a login does, and compares its host key with the stored ones. Changes nothing. */
    async compareHostKey(host: SshHost): Promise<KeyComparison> {
      const lines = linesOf(await read());
      const stored = storedFingerprints(
        lines.filter((line) => namesOf(line).includes(host.hostKeyAlias)),
      );
      if (stored.length === 0) return { state: 'unknown' };
      const login = sshArguments(host, await setup());
      if (login === null) return { state: 'unreachable' };
      const options = asOptions([...KEY_ONLY, ...WITHOUT_PROMPTS]);
      // A server that wants no method either ends as a failure, too.
      const args = ['-v', ...options, ...login, 'exit', '1'];
      const outcome = await run(args, { timeoutMs: TIMEOUT_MS });
      const messages = outcome.state === 'failed' ? outcome.stderr : '';
      return compareKeys(stored, messages, host.hostKeyAlias);
    },
    removalCommand(host: SshHost): Command {
      return ['ssh-keygen', '-R', host.hostKeyAlias, '-f', file];
    },
  };
}
