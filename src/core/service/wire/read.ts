import { z } from 'zod';
import { describeForm, incompatible } from '../service-error.ts';

// Fields are read one by one: an absent one, or one of another type, becomes null and does not affect the others.

/** UTF-16 units kept of a text: far more than any screen shows of one. */
const MAX_TEXT = 4_096;

/** The cut is copied: a slice would keep all of a text of 30 MB in memory. */
function bounded(value: string): string {
  if (value.length <= MAX_TEXT) return value;
  const start = value.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, '');
  return `${Buffer.from(start, 'utf16le').toString('utf16le')}…`;
}

const boundedString = z.string().transform(bounded);

/** Text, or null; a very long one ends with `…` where it was cut. */
export const text = boundedString.nullable().catch(null);

/** An integer of at least 0, or null. */
export const count = z.number().int().nonnegative().nullable().catch(null);

/** $ or $/h. A negative or absurd amount is a defect of the service, and no amount is better than a wrong one. */
export const money = z.number().nonnegative().max(1_000_000_000).nullable().catch(null);

/** 0–100. */
export const percent = z.number().min(0).max(100).nullable().catch(null);

export const flag = z.boolean().nullable().catch(null);

/** Documented as text, but `4090` is easily sent as a number. */
export const gpuType = z
  .union([boundedString, z.number().transform(String)])
  .nullable()
  .catch(null);

/** Plain values of records with undocumented fields. */
export const plainValue = z.union([boundedString, z.number(), z.boolean(), z.null()]);

/** An id for use in a path: documented as a uuid, accepted as one safe path segment, so without `..` and slashes. */
export const pathId = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9_.:-]{0,127}$/);

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object under our names. A field is sent under our name in snake case, or as `sentAs` says.
 * @param shape schemas by our names
 */
export function record<S extends z.ZodRawShape>(
  shape: S,
  sentAs?: Readonly<Partial<Record<keyof S & string, string>>>,
) {
  const names: Readonly<Record<string, string | undefined>> = sentAs ?? {};
  const sentName = (ours: string) =>
    names[ours] ?? ours.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const fields = Object.keys(shape).map((ours) => [ours, sentName(ours)] as const);
  // Ten thousand times a list: a loop, and no absent field, for which zod would build an error message first.
  return z.preprocess((sent) => {
    if (!isObject(sent)) return sent;
    const renamed: Record<string, unknown> = {};
    for (const [ours, name] of fields) renamed[ours] = sent[name] ?? null;
    return renamed;
  }, z.object(shape));
}

/** The readable items of a list, and the number of the others. */
export interface Items<T> {
  readonly read: readonly T[];
  readonly skipped: number;
}

/** Of one list: further ones are skipped. A hostile service may send items without an end. */
export const MAX_ITEMS = 20_000;

/** Reads each item separately, so that a broken record is skipped and the others are kept. */
export function readItems<T>(
  schema: z.ZodType<T>,
  list: readonly unknown[],
  max = MAX_ITEMS,
): Items<T> {
  const read = list.slice(0, max).flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
  return { read, skipped: list.length - read.length };
}

/** A list in an object; empty when absent or of another type. */
export function items<T>(schema: z.ZodType<T>, max = MAX_ITEMS): z.ZodType<Items<T>> {
  return z
    .array(z.unknown())
    .catch([])
    .transform((list) => readItems(schema, list, max));
}

/**
 * Reads a response that is one object. All its fields are optional, so at least one of `keys` must be present to tell it from
 * any other object.
 * @throws ServiceError `incompatible`
 */
export function readRecord<T>(
  schema: z.ZodType<T>,
  body: unknown,
  endpoint: string,
  keys: readonly string[],
): T {
  const isKnown =
    typeof body === 'object' && body !== null && keys.some((key) => Object.hasOwn(body, key));
  const result = isKnown ? schema.safeParse(body) : null;
  return result?.success ? result.data : incompatible(endpoint, describeForm(body));
}

/** A list response: its records, and what the service says about those on other pages. */
export interface WireList {
  readonly records: readonly unknown[];
  /** The number of records on all pages; null: not said. */
  readonly total: number | null;
  /** Whether a page follows; null: not said. */
  readonly hasNext: boolean | null;
}

const TOTAL_KEYS = ['total', 'total_count'];

/** An array that holds at least one object, possibly beside broken records. */
function isArrayOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isObject);
}

function isEmptyArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length === 0;
}

/** A total below the number of records received is ignored. */
function readTotal(body: Record<string, unknown>, received: number): number | null {
  for (const key of TOTAL_KEYS) {
    const value = body[key];
    if (typeof value === 'number' && Number.isInteger(value) && value >= received) return value;
  }
  // Many services count the records of the page, so that only a larger number is certainly about all pages.
  const { count } = body;
  return typeof count === 'number' && Number.isInteger(count) && count > received ? count : null;
}

/** `next` as an address, a cursor, an offset or a flag. */
function readHasNext({ next }: Record<string, unknown>): boolean | null {
  const isRead = next === null || ['string', 'number', 'boolean'].includes(typeof next);
  return isRead ? Boolean(next) : null;
}

/**
 * Reads a list of undocumented shape (`GET /vms`, `/search`, `/pricing`): a bare array, or an object with exactly one array of
 * records. Empty arrays beside it (`"errors": []`) are ignored; without any other array, the list is empty.
 * @throws ServiceError `incompatible`
 */
export function readList(body: unknown, endpoint: string): WireList {
  if (Array.isArray(body)) return { records: body, total: null, hasNext: null };
  if (!isObject(body)) return incompatible(endpoint, describeForm(body));
  const values = Object.values(body);
  const [first, ...others] = values.filter(isArrayOfRecords);
  const records = first ?? values.find(isEmptyArray);
  if (records === undefined || others.length > 0) return incompatible(endpoint, describeForm(body));
  return { records, total: readTotal(body, records.length), hasNext: readHasNext(body) };
}
