import { createHash } from 'node:crypto';
import type { ChangedKey } from '../../../shared/ssh/ssh-state.ts';

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

export type KeyReading = { readonly keys: readonly HostKey[] } | { readonly reason: string };

/**
 * Without false alarms: ssh-keyscan opens one connection per key type, and a busy server drops some (`MaxStartups`). So the stored
 * types are scanned first; other types count as a change only after two scans. @param scan reads these types; all when empty
 */
export async function compareWithScan(
  stored: readonly HostKey[],
  scan: (types: readonly string[]) => Promise<KeyReading>,
): Promise<KeyComparison> {
  const types = [...new Set(stored.map(({ type }) => type))];
  let comparison: KeyComparison = { state: 'unreachable' };
  for (const scanned of [types, [], []]) {
    const offered = await scan(scanned);
    if ('reason' in offered) return { state: 'unasked', reason: offered.reason };
    comparison = compareKeys(stored, offered.keys);
    if (offered.keys.some(({ type }) => types.includes(type))) return comparison;
    if (scanned.length === 0 && offered.keys.length === 0) return comparison;
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
