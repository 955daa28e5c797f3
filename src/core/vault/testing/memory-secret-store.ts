import { KeychainError, type SecretStore } from '../secret-store.ts';

/** A keychain in memory. */
export interface MemorySecretStore extends SecretStore {
  readonly items: ReadonlyMap<string, string>;
  /** As on Linux: a locked one returns `null` and `false`, and refuses to write. */
  locked: boolean;
  /** Called before each change; throws to simulate a crash. */
  onChange: (change: 'set' | 'delete', item: string) => void;
}

/** @param itemLimit characters per item */
export function createMemorySecretStore(itemLimit = Number.POSITIVE_INFINITY): MemorySecretStore {
  const items = new Map<string, string>();
  const store: MemorySecretStore = {
    items,
    locked: false,
    onChange: () => {},
    async get(item) {
      return store.locked ? null : (items.get(item) ?? null);
    },
    async set(item, value) {
      if (store.locked) throw new KeychainError('locked');
      if (value.length > itemLimit) throw new KeychainError('tooLong');
      store.onChange('set', item);
      items.set(item, value);
    },
    async delete(item) {
      if (store.locked) return false;
      store.onChange('delete', item);
      return items.delete(item);
    },
  };
  return store;
}
