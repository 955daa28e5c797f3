// The structured clone of Electron's IPC, as text, since pages lack v8's serializer. Runs in Node and in the page, so it imports
// nothing.

/** An index into the table of values, so that cycles and shared objects survive. */
type Ref = number;
type Entry =
  | { readonly t: 'json'; readonly v: string | number | boolean | null }
  | { readonly t: 'undefined' }
  | { readonly t: 'number'; readonly v: 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { readonly t: 'bigint'; readonly v: string }
  | { readonly t: 'date'; readonly v: number | null }
  | { readonly t: 'regexp'; readonly source: string; readonly flags: string }
  | {
      readonly t: 'error';
      readonly name: string;
      readonly message: string;
      readonly stack: string | null;
    }
  | {
      readonly t: 'bytes';
      readonly type: 'ArrayBuffer' | 'Uint8Array';
      readonly v: readonly number[];
    }
  | {
      readonly t: 'array';
      readonly length: number;
      readonly v: readonly (readonly [number, Ref])[];
    }
  | { readonly t: 'object'; readonly v: readonly (readonly [string, Ref])[] }
  | { readonly t: 'map'; readonly v: readonly (readonly [Ref, Ref])[] }
  | { readonly t: 'set'; readonly v: readonly Ref[] };

/** Electron's message. */
const NOT_CLONEABLE = 'An object could not be cloned.';

function primitive(value: unknown): Entry | null {
  switch (typeof value) {
    case 'undefined':
      return { t: 'undefined' };
    case 'string':
    case 'boolean':
      return { t: 'json', v: value };
    case 'bigint':
      return { t: 'bigint', v: String(value) };
    case 'number':
      if (Object.is(value, -0)) return { t: 'number', v: '-0' };
      if (Number.isNaN(value)) return { t: 'number', v: 'NaN' };
      if (!Number.isFinite(value)) return { t: 'number', v: value > 0 ? 'Infinity' : '-Infinity' };
      return { t: 'json', v: value };
    default:
      return value === null ? { t: 'json', v: null } : null;
  }
}

function leaf(value: object): Entry | null {
  if (value instanceof Date) {
    const ms = value.getTime();
    return { t: 'date', v: Number.isNaN(ms) ? null : ms };
  }
  if (value instanceof RegExp) return { t: 'regexp', source: value.source, flags: value.flags };
  if (value instanceof Error) {
    const { name, message, stack } = value;
    return { t: 'error', name, message, stack: stack ?? null };
  }
  if (value instanceof ArrayBuffer) {
    return { t: 'bytes', type: 'ArrayBuffer', v: [...new Uint8Array(value)] };
  }
  if (value instanceof Uint8Array) return { t: 'bytes', type: 'Uint8Array', v: [...value] };
  return null;
}

function branch(value: object, add: (value: unknown) => Ref): Entry {
  if (Array.isArray(value)) {
    const v = Object.keys(value).map((key): [number, Ref] => [
      Number(key),
      add(Reflect.get(value, key)),
    ]);
    return { t: 'array', length: value.length, v };
  }
  if (value instanceof Map) {
    return { t: 'map', v: [...value].map(([key, item]): [Ref, Ref] => [add(key), add(item)]) };
  }
  if (value instanceof Set) return { t: 'set', v: [...value].map(add) };
  // `structuredClone` dropped custom classes, so this is a built-in that is not supported here.
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(NOT_CLONEABLE);
  return { t: 'object', v: Object.entries(value).map(([key, item]) => [key, add(item)]) };
}

/** @throws `Error('An object could not be cloned.')`, as Electron does, for functions, symbols and the like */
export function encodeClone(original: unknown): string {
  let value: unknown;
  try {
    value = structuredClone(original);
  } catch {
    throw new Error(NOT_CLONEABLE);
  }
  const table: (Entry | null)[] = [];
  const places = new Map<object, Ref>();
  const add = (item: unknown): Ref => {
    if (typeof item === 'object' && item !== null) {
      const place = places.get(item);
      if (place !== undefined) return place;
      const ref = table.push(null) - 1;
      places.set(item, ref);
      table[ref] = leaf(item) ?? branch(item, add);
      return ref;
    }
    return table.push(primitive(item)) - 1;
  };
  add(value);
  return JSON.stringify(table);
}

function withoutRefs(entry: Exclude<Entry, { t: 'array' | 'object' | 'map' | 'set' }>): unknown {
  switch (entry.t) {
    case 'json':
      return entry.v;
    case 'undefined':
      return undefined;
    case 'number':
      return Number(entry.v);
    case 'bigint':
      return BigInt(entry.v);
    case 'date':
      return new Date(entry.v ?? Number.NaN);
    case 'regexp':
      return new RegExp(entry.source, entry.flags);
    case 'error':
      return Object.assign(new Error(entry.message), {
        name: entry.name,
        stack: entry.stack ?? '',
      });
    case 'bytes': {
      const bytes = Uint8Array.from(entry.v);
      return entry.type === 'ArrayBuffer' ? bytes.buffer : bytes;
    }
  }
}

/** The inverse of `encodeClone`. */
export function decodeClone(text: string): unknown {
  const table: readonly Entry[] = JSON.parse(text);
  const made = new Map<Ref, unknown>();
  const at = (ref: Ref): unknown => {
    if (made.has(ref)) return made.get(ref);
    const entry = table[ref];
    if (entry === undefined) throw new Error('Dangling reference in a message');
    switch (entry.t) {
      case 'array': {
        const array: unknown[] = new Array(entry.length);
        made.set(ref, array);
        for (const [index, item] of entry.v) array[index] = at(item);
        return array;
      }
      case 'object': {
        const object = {};
        made.set(ref, object);
        for (const [key, item] of entry.v) {
          // Defined, not set, for keys named `__proto__`.
          Object.defineProperty(object, key, {
            value: at(item),
            writable: true,
            enumerable: true,
            configurable: true,
          });
        }
        return object;
      }
      case 'map': {
        const map = new Map();
        made.set(ref, map);
        for (const [key, item] of entry.v) map.set(at(key), at(item));
        return map;
      }
      case 'set': {
        const set = new Set();
        made.set(ref, set);
        for (const item of entry.v) set.add(at(item));
        return set;
      }
      default:
        made.set(ref, withoutRefs(entry));
        return made.get(ref);
    }
  };
  return at(0);
}
