import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { escapedJson, tryJson } from '../try-json.ts';
import { KeychainError, type SecretStore } from './secret-store.ts';

/*
 * The format of a value. The head item has the item's own name and holds a version, then the value or the location of its
 * parts:
 *
 *   1:"the value as a JSON string"
 *   1:{"slot":"a","parts":3,"generation":"k3j9x0a1"}
 *
 * Parts are items named `<head>#a0`, `<head>#a1`, …, each `<generation>:<a piece of the JSON string>`.
 *
 * Everything is ASCII, so a character is one UTF-16 unit and one byte, whichever a keychain counts. NUL, where Linux cuts a
 * value, and lone surrogates, which have no UTF-8, are escaped. No cut splits a character.
 */
const VERSION = '1:';

/** There are two locations for parts, so that a new value can be written beside the old one. */
type Slot = 'a' | 'b';

/** More parts than a credential needs; bounds what a head written by another program can make us read. */
const MAX_PARTS = 256;

const PartsHead = z.lazy(() =>
  z.strictObject({
    slot: z.enum(['a', 'b']),
    parts: z.int().min(1).max(MAX_PARTS),
    /** Identifies the parts of one value, so that a reader notices when another writer reuses the slot. */
    generation: z.string().regex(/^[0-9a-z]{8}$/),
  }),
);
type PartsHead = z.infer<typeof PartsHead>;

const Head = z.lazy(() => z.union([z.string(), PartsHead]));
type Head = z.infer<typeof Head>;

const PART_OVERHEAD = 'abcdefgh:'.length;

const asciiJson = (value: unknown) => escapedJson(JSON.stringify(value), /[^\x20-\x7e]/g);

const encodeHead = (head: Head) => VERSION + asciiJson(head);

function decodeHead(text: string): Head | undefined {
  if (!text.startsWith(VERSION)) return undefined;
  const head = Head.safeParse(tryJson(text.slice(VERSION.length)));
  return head.success ? head.data : undefined;
}

/** Never the name of an account's item, since account ids contain no `#`. */
const partName = (item: string, slot: Slot, index: number) => `${item}#${slot}${index}`;

function encodeParts(value: string, generation: string, limit: number): string[] {
  const json = asciiJson(value);
  const size = limit - PART_OVERHEAD;
  return Array.from(
    { length: Math.ceil(json.length / size) },
    (_, index) => `${generation}:${json.slice(index * size, (index + 1) * size)}`,
  );
}

/** The value; `undefined` when a part has another generation or the text is not a JSON string. */
function decodeParts(parts: readonly string[], generation: string): string | undefined {
  const prefix = `${generation}:`;
  if (!parts.every((part) => part.startsWith(prefix))) return undefined;
  const value = tryJson(parts.map((part) => part.slice(prefix.length)).join(''));
  return typeof value === 'string' ? value : undefined;
}

/** Characters in an item of Windows' credential store: 2560 bytes, which are 1280 UTF-16 units. */
export const WINDOWS_ITEM_LIMIT = 1280;

// The head always leads to a complete value: a new one is written beside the old one. Parts are written upwards and deleted
// downwards, without a gap, so that the next write finds what a crash left.

/** Stores long values in short items. Callers serialize their writes. @param itemLimit characters, at least 64; `Infinity`: no limit */
export function createChunkedStore(store: SecretStore, itemLimit: number): SecretStore {
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

  /** Deletes the slot's parts from number `keep` on, the last one first. */
  async function trim(item: string, slot: Slot, keep: number): Promise<void> {
    let end = keep;
    while (end < MAX_PARTS && (await store.get(partName(item, slot, end))) !== null) end += 1;
    for (let index = end - 1; index >= keep; index -= 1) {
      await store.delete(partName(item, slot, index));
    }
  }

  async function writeParts(item: string, value: string): Promise<PartsHead> {
    const generation = randomUUID().slice(0, 8);
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
      let before: string | null = null;
      for (;;) {
        const text = await store.get(item);
        if (text === null) return null;
        const head = decodeHead(text);
        if (typeof head === 'string') return head;
        const value = head && (await readParts(item, head));
        if (value !== undefined) return value;
        // Another program may change the value between the reads of its head and its parts: then the head has changed too.
        if (text === before) throw new KeychainError('damaged');
        before = text;
      }
    },

    async set(item, value) {
      const whole = encodeHead(value);
      const head = whole.length <= itemLimit ? value : await writeParts(item, value);
      await store.set(item, typeof head === 'string' ? whole : encodeHead(head));
      if (!maySplit) return;
      const usedOf = (slot: Slot) =>
        typeof head === 'object' && head.slot === slot ? head.parts : 0;
      try {
        for (const slot of ['a', 'b'] as const) await trim(item, slot, usedOf(slot));
      } catch (error) {
        // The value is stored, and the next write deletes the old parts.
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
  };
}
