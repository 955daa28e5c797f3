import type { HttpAnswer } from './request.ts';
import { describeForm, incompatible } from './service-error.ts';

export type Answered = Pick<HttpAnswer, 'json' | 'endpoint'>;

// Fields are read one by one: a missing field, or a field of another type, becomes null and does not affect the others. By functions, into
// a literal: a VM takes 0.5 µs, with a schema for each field 6.

/** UTF-16 units kept of a text: far more than any screen shows of one. */
const MAX_TEXT = 4_096;

/** At most `max` UTF-16 units, no half character last. The cut is copied: a slice would keep all of a text of 30 MB in memory. */
export function bounded(value: string, max = MAX_TEXT): string {
  if (value.length <= max) return value;
  const start = value.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  return `${Buffer.from(start, 'utf16le').toString('utf16le')}…`;
}

/** Text, or null; a very long one ends with `…` where it was cut. */
export const text = (sent: unknown) => (typeof sent === 'string' ? bounded(sent) : null);

const amount = (max: number) => (sent: unknown) =>
  typeof sent === 'number' && sent >= 0 && sent <= max ? sent : null;

/** $ or $/h. A negative or absurd amount is a defect of the service, and no amount is better than a wrong one. */
export const money = amount(1_000_000_000);

export const quantity = amount(Number.MAX_SAFE_INTEGER);

export const percent = amount(100);

export const count = (sent: unknown) =>
  typeof sent === 'number' && Number.isSafeInteger(sent) && sent >= 0 ? sent : null;

export const flag = (sent: unknown) => (typeof sent === 'boolean' ? sent : null);

/** Text that is neither empty nor longer than `max`, or null. */
export const shortText = (sent: unknown, max: number) =>
  typeof sent === 'string' && sent !== '' && sent.length <= max ? sent : null;

/** An id for use in a path: documented as a uuid, accepted as one safe path segment, so without `..` and slashes. */
export const pathId = (sent: unknown) =>
  typeof sent === 'string' && /^[A-Za-z0-9_-][A-Za-z0-9_.:-]{0,127}$/.test(sent) ? sent : null;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Shared, since a poll reads a thousand records.
const NO_FIELDS: Readonly<Record<string, unknown>> = {};

/** The fields of an object; of anything else, none. */
export const fields = (sent: unknown) => (isObject(sent) ? sent : NO_FIELDS);

/** Reads a provider's value; null: unreadable. */
export type Schema<T> = (sent: unknown) => T | null;

/** @param read the fields by their sent names; null: unreadable */
export const record =
  <T>(read: (sent: Record<string, unknown>) => T | null): Schema<T> =>
  (sent) =>
    isObject(sent) ? read(sent) : null;

const NO_ITEMS: readonly never[] = [];

/** The items of an array; of anything else, none. */
export const items = (sent: unknown): readonly unknown[] => (Array.isArray(sent) ? sent : NO_ITEMS);

/** Further items of a list are skipped: a hostile service may send them without an end. */
export const MAX_ITEMS = 20_000;

/** Reads each item separately, so that a broken record is skipped and the others are kept. Other types than arrays are empty. */
export function readItems<T>(schema: Schema<T>, sent: unknown, max = MAX_ITEMS) {
  const list = items(sent);
  const read: T[] = [];
  for (const item of list.slice(0, max)) {
    const value = schema(item);
    if (value !== null) read.push(value);
  }
  return { read, skipped: list.length - read.length };
}

/** @throws ServiceError `incompatible`, with the form of the answer */
export const unreadable = ({ json, endpoint }: Answered): never =>
  incompatible(endpoint, describeForm(json));

/** Reads the list under a key of an object. @throws ServiceError `incompatible` where there is none */
export function readListIn<T>(schema: Schema<T>, answer: Answered, key: string, max?: number) {
  const { [key]: list } = fields(answer.json);
  return Array.isArray(list) ? readItems(schema, list, max) : unreadable(answer);
}

/** Reads an object with at least one of `keys`; all its fields are optional. @throws ServiceError `incompatible` */
export function readRecord<T>(schema: Schema<T>, answer: Answered, keys: readonly string[]): T {
  const { json } = answer;
  const isKnown = isObject(json) && keys.some((key) => Object.hasOwn(json, key));
  return (isKnown ? schema(json) : null) ?? unreadable(answer);
}
