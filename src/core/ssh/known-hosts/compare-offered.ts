import { compareKeys, type KeyComparison } from './compare-keys.ts';
import type { HostKey } from './host-key.ts';

/** What a host showed, or why it could not be asked. */
export type OfferedKeys = { readonly keys: readonly HostKey[] } | { readonly reason: string };

/** Asks for these types of keys; none: for all there are. */
export type Scan = (types: readonly string[]) => Promise<OfferedKeys>;

function isStoredType(stored: readonly HostKey[], { type }: HostKey): boolean {
  return stored.some((key) => key.type === type);
}

/**
 * Compares what a host shows with what is stored, without a false alarm where one of ssh-keyscan's connections is dropped, as
 * busy servers do (`MaxStartups`): it makes one for each type, and says nothing of those that failed. So the stored types are
 * asked for alone. Another key of such a type is a change at once; a host that shows other types only, twice.
 */
export async function compareOffered(
  stored: readonly HostKey[],
  scan: Scan,
): Promise<KeyComparison> {
  const types = [...new Set(stored.map(({ type }) => type))];
  let answer: KeyComparison = { state: 'unreachable' };
  for (const asked of [types, [], []]) {
    const offered = await scan(asked);
    if ('reason' in offered) return { state: 'unasked', reason: offered.reason };
    answer = compareKeys(stored, offered.keys);
    if (offered.keys.some((key) => isStoredType(stored, key))) return answer;
    if (asked.length === 0 && offered.keys.length === 0) return answer;
  }
  return answer;
}
