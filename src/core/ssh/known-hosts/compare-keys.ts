import { type Fingerprint, fingerprint, type HostKey } from './host-key.ts';

/** What a VM's host key turned out to be, against the one stored at the first login. */
export type KeyComparison =
  /** Nothing stored yet: the first login stores it. */
  | { readonly state: 'unknown' }
  | { readonly state: 'same' }
  | {
      readonly state: 'changed';
      readonly stored: readonly Fingerprint[];
      readonly offered: readonly Fingerprint[];
    }
  /** No host key could be read: nothing answers, or no ssh server does. */
  | { readonly state: 'unreachable' }
  /** It was not asked, or not to the end: a program of OpenSSH is missing or late. `reason`: which, as half a sentence. */
  | { readonly state: 'unasked'; readonly reason: string };

function isSameKey(one: HostKey, other: HostKey): boolean {
  return one.type === other.type && one.blob === other.blob;
}

/**
 * Compares as strictly as ssh does: a stored type that is offered with another key is a change, and so is a host that offers
 * nothing of what is stored.
 */
export function compareKeys(
  stored: readonly HostKey[],
  offered: readonly HostKey[],
): KeyComparison {
  if (stored.length === 0) return { state: 'unknown' };
  if (offered.length === 0) return { state: 'unreachable' };
  const contradicts = (key: HostKey) =>
    offered.some(({ type }) => type === key.type) && !offered.some((one) => isSameKey(one, key));
  const isKnown = stored.some((key) => offered.some((one) => isSameKey(one, key)));
  if (isKnown && !stored.some(contradicts)) return { state: 'same' };
  return { state: 'changed', stored: stored.map(fingerprint), offered: offered.map(fingerprint) };
}
