import { randomUUID } from 'node:crypto';
import {
  decodeHead,
  decodeParts,
  encodeHead,
  encodeParts,
  MAX_PARTS,
  MIN_ITEM_LIMIT,
  type PartsHead,
  partName,
  type Slot,
} from './chunk-format.ts';
import { KeychainError } from './keychain-error.ts';
import type { SecretStore } from './secret-store.ts';

/** What an item of Windows' credential store holds: 1280 UTF-16 units or 2560 bytes; ours are ASCII, so the smaller. */
export const WINDOWS_ITEM_LIMIT = 1280;

/** How values are laid over items. */
export interface ChunkedStoreOptions {
  readonly store: SecretStore;
  /** Characters an item holds, at least 64; `Infinity` where there is no limit. */
  readonly itemLimit: number;
  /** Eight characters of `[0-9a-z]` that no other generation has. */
  readonly newGeneration?: () => string;
}

/**
 * Values of any length and any characters over a store whose items are short.
 *
 * A long value is written beside the old one, then the head item is changed to point at it, then the old parts are
 * deleted: at every moment the head leads to a whole value, the old or the new. What a crash leaves behind is deleted by
 * the next write or deletion, which works without a listing of items because there are only two slots, parts are written
 * upwards and deleted downwards, so that those of a slot always run from 0 without a gap.
 *
 * Two writers of one long value at the same moment may spoil it for each other; a reader then says `damaged` and never
 * returns a mixture. Callers serialise what they write.
 */
export function createChunkedStore({
  store,
  itemLimit,
  newGeneration = () => randomUUID().slice(0, 8),
}: ChunkedStoreOptions): SecretStore {
  if (!(itemLimit >= MIN_ITEM_LIMIT)) {
    throw new RangeError(`An item must hold ${MIN_ITEM_LIMIT} characters, not ${itemLimit}`);
  }
  const maySplit = Number.isFinite(itemLimit);

  async function readParts(item: string, { slot, parts, generation }: PartsHead) {
    const texts: string[] = [];
    for (let index = 0; index < parts; index += 1) {
      const text = await store.get(partName(item, slot, index));
      if (text === null) return undefined;
      texts.push(text);
    }
    return decodeParts(texts, generation);
  }

  /** Deletes the slot's parts from `keep` on, the last one first. */
  async function trim(item: string, slot: Slot, keep: number): Promise<void> {
    let end = keep;
    while (end < MAX_PARTS && (await store.get(partName(item, slot, end))) !== null) end += 1;
    for (let index = end - 1; index >= keep; index -= 1) {
      await store.delete(partName(item, slot, index));
    }
  }

  async function writeParts(item: string, value: string): Promise<PartsHead> {
    const generation = newGeneration();
    const parts = encodeParts(value, generation, itemLimit);
    if (parts.length > MAX_PARTS) throw new KeychainError('tooLong');
    const text = await store.get(item);
    const current = text === null ? undefined : decodeHead(text);
    const slot = typeof current === 'object' && current.slot === 'a' ? 'b' : 'a';
    for (const [index, part] of parts.entries()) {
      await store.set(partName(item, slot, index), part);
    }
    return { slot, parts: parts.length, generation };
  }

  return {
    async get(item) {
      let text = await store.get(item);
      // Another program may change the value between our reading its head and its parts: then the head has changed too.
      for (let attempt = 0; text !== null && attempt < 5; attempt += 1) {
        const head = decodeHead(text);
        if (typeof head === 'string') return head;
        const value = head && (await readParts(item, head));
        if (value !== undefined) return value;
        const again = await store.get(item);
        if (again === text) throw new KeychainError('damaged');
        text = again;
      }
      if (text !== null) throw new KeychainError('damaged');
      return null;
    },

    async set(item, value) {
      const whole = encodeHead(value);
      const head = whole.length <= itemLimit ? value : await writeParts(item, value);
      await store.set(item, typeof head === 'string' ? whole : encodeHead(head));
      if (!maySplit) return;
      try {
        for (const slot of ['a', 'b'] as const) {
          const used = typeof head === 'object' && head.slot === slot ? head.parts : 0;
          await trim(item, slot, used);
        }
      } catch (error) {
        // The value is stored; the next write tidies up. To report a failure now would be wrong.
        if (!(error instanceof KeychainError)) throw error;
      }
    },

    async delete(item) {
      const deleted = await store.delete(item);
      if (maySplit) {
        await trim(item, 'a', 0);
        await trim(item, 'b', 0);
      }
      return deleted;
    },

    status: () => store.status(),
  };
}
