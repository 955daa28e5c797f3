import { z } from 'zod';

/** What could be read of a list, and how many of its items could not. */
export interface Items<T> {
  readonly read: readonly T[];
  readonly skipped: number;
}

/** Reads each item by itself, so that one broken record never takes the others with it. */
export function readItems<T>(schema: z.ZodType<T>, list: readonly unknown[]): Items<T> {
  const read: T[] = [];
  for (const item of list) {
    const result = schema.safeParse(item);
    if (result.success) read.push(result.data);
  }
  return { read, skipped: list.length - read.length };
}

/** A list inside an object: absent or of another type is empty. */
export function items<T>(schema: z.ZodType<T>): z.ZodType<Items<T>> {
  return z
    .array(z.unknown())
    .catch([])
    .transform((list) => readItems(schema, list));
}
