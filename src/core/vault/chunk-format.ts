import { z } from 'zod';

/*
 * What stands in the items of one value. The head bears the item's own name and holds, after the format's version, either
 * the value or where its parts are:
 *
 *   1:"the value as a JSON string"
 *   1:{"slot":"a","parts":3,"generation":"k3j9x0a1"}
 *
 * Parts are items named `<head>#a0`, `<head>#a1`, …, each `<generation>:<a piece of the JSON string>`.
 *
 * All of it is ASCII. So a character is one UTF-16 unit and one byte, whichever a keychain counts; NUL (where Linux cuts a
 * value) and lone surrogates (which have no UTF-8) are escaped; and cutting anywhere cuts no character in two.
 */
const VERSION = '1:';

/** Where the parts of a long value lie. There are two places, so that the new value can grow beside the old one. */
export type Slot = 'a' | 'b';

/** More parts than any credential needs; it bounds what a foreign head can make us read. */
export const MAX_PARTS = 256;

const PartsHead = z.strictObject({
  slot: z.enum(['a', 'b']),
  parts: z.int().min(1).max(MAX_PARTS),
  /** Marks the parts that belong together, so that a reader notices when another writer reuses the slot meanwhile. */
  generation: z.string().regex(/^[0-9a-z]{8}$/),
});
/** Where a long value lies: in how many parts, at which place, and by which mark they are known. */
export type PartsHead = z.infer<typeof PartsHead>;

const Head = z.union([z.string(), PartsHead]);

/** The value itself, or where it lies. */
export type Head = z.infer<typeof Head>;

/** The shortest limit, in characters, at which a head with parts always fits. */
export const MIN_ITEM_LIMIT = 64;

/** The characters of a part that are not the value's. */
const PART_OVERHEAD = 'abcdefgh:'.length;

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text of the head item. A value that does not fit into one item is given as where its parts are. */
export function encodeHead(head: Head): string {
  return VERSION + asciiJson(head);
}

/** `undefined` when it is not a head, or one of a version we do not know. */
export function decodeHead(text: string): Head | undefined {
  if (!text.startsWith(VERSION)) return undefined;
  const head = Head.safeParse(parseJson(text.slice(VERSION.length)));
  return head.success ? head.data : undefined;
}

/** Never an account's own item: account ids hold no `#`. */
export function partName(item: string, slot: Slot, index: number): string {
  return `${item}#${slot}${index}`;
}

/** Cuts a value's JSON into parts of at most `limit` characters each. */
export function encodeParts(value: string, generation: string, limit: number): string[] {
  const json = asciiJson(value);
  const size = limit - PART_OVERHEAD;
  const parts: string[] = [];
  for (let from = 0; from < json.length; from += size) {
    parts.push(`${generation}:${json.slice(from, from + size)}`);
  }
  return parts;
}

/** The value, or `undefined` when a part is of another generation or the whole is no JSON string. */
export function decodeParts(parts: readonly string[], generation: string): string | undefined {
  const mark = `${generation}:`;
  if (!parts.every((part) => part.startsWith(mark))) return undefined;
  const value = parseJson(parts.map((part) => part.slice(mark.length)).join(''));
  return typeof value === 'string' ? value : undefined;
}

/** Without the error, which would quote the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
