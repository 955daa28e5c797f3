import { count, isObject, text } from '../../http/read.ts';

/** Documented as text, but `4090` is easily sent as a number. */
export const textOrNumber = (sent: unknown) => text(Number.isFinite(sent) ? String(sent) : sent);

/** The name of a VM without a label, by its number; null: it has none. */
export function defaultName(sent: Readonly<Record<string, unknown>>): string | null {
  const number = count(sent['vmid']);
  return number === null ? null : `vm-${number}`;
}

// Records with undocumented fields, which are found by likely names.

/** Values by their names in lower case, the words joined by underscores: `gpus.free` and `gpusFree` are `gpus_free`. */
export type Fields = ReadonlyMap<string, unknown>;

const joined = (sent: string) =>
  sent
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_|_$/g, '');

/** The fields of a record, also those of objects in it. */
export function fieldsOf(record: Readonly<Record<string, unknown>>): Fields {
  const fields = new Map<string, unknown>();
  const add = (key: string, value: unknown, depth: number) => {
    if (isObject(value) && depth > 0)
      for (const [inner, part] of Object.entries(value)) add(`${key}.${inner}`, part, depth - 1);
    else if (!fields.has(joined(key))) fields.set(joined(key), value);
  };
  for (const [key, value] of Object.entries(record)) add(key, value, 2);
  fields.delete('');
  return fields;
}

interface Field<T> {
  readonly names: readonly string[];
  readonly read: (sent: unknown) => T | null;
}

/** The first readable value under a name of the field. */
export function find<T>(fields: Fields, { names, read }: Field<T>): T | null {
  for (const name of names) {
    const value = read(fields.get(name));
    if (value !== null) return value;
  }
  return null;
}
