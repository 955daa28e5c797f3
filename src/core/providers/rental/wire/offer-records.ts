import { z } from 'zod';
import { type Answered, isObject } from '../../http/read.ts';
import { DOCUMENTED_PAGE, saysEnd } from '../pages.ts';
import { joined } from './fields.ts';
import { readList } from './list.ts';
import { priceOf, readPrice } from './offer-names.ts';

/** A record, and the GPU type and the node that were its keys. */
export interface Found {
  readonly gpuType: string | null;
  readonly node: string | null;
  readonly record: unknown;
}

/** Node ids have this form (docs/service.md). */
const NODE_KEY = /^vm-?\d+$/i;

/** Every GPU type has a digit in its name, and a field such as `prices` has none. */
const GPU_TYPE_KEY = /\d/;

const NO_KEYS = { gpuType: null, node: null };

function kindOf(key: string): 'gpuType' | 'node' | null {
  if (NODE_KEY.test(key)) return 'node';
  return GPU_TYPE_KEY.test(key) && readPrice(joined(key), 1) === null ? 'gpuType' : null;
}

/** A list inside a record, such as the prices of a GPU type, is several records. */
function expand({ record, ...keys }: Found): readonly Found[] {
  if (Array.isArray(record)) return record.map((item) => ({ ...keys, record: item }));
  if (!isObject(record)) return [{ ...keys, record }];
  const lists = Object.entries(record).filter(
    ([, value]) => Array.isArray(value) && value.some(isObject),
  );
  const [list] = lists;
  if (list === undefined || lists.length > 1) return [{ ...keys, record }];
  const [name, items] = list;
  const { [name]: _, ...shared } = record;
  return z
    .array(z.unknown())
    .parse(items)
    .map((item) => ({ ...keys, record: isObject(item) ? { ...shared, ...item } : item }));
}

/** The entries of a map from GPU types or nodes to records, lists of records, or prices; null for anything else. */
function mapEntries(
  body: Readonly<Record<string, unknown>>,
  outer: Omit<Found, 'record'> = NO_KEYS,
): readonly Found[] | null {
  const entries = Object.entries(body).flatMap(([key, record]): readonly Found[] => {
    const kind = kindOf(key);
    const isEntry = isObject(record) || Array.isArray(record) || priceOf(record) !== null;
    if (kind === null || !isEntry) return [];
    const keys = kind === 'node' ? { ...outer, node: key } : { ...outer, gpuType: key };
    // A map from nodes in an entry of a GPU type, or the other way around.
    const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
      isObject(value) && Object.keys(value).every((inner) => ![null, kind].includes(kindOf(inner)));
    const inner = outer === NO_KEYS && isMap(record) ? mapEntries(record, keys) : null;
    return inner ?? [{ ...keys, record }];
  });
  return entries.length === 0 ? null : entries;
}

/** A map at the top, or else in an object beside which there is no list. */
function findMap(body: Readonly<Record<string, unknown>>): readonly Found[] | null {
  const values = Object.values(body);
  const inner = values.some(Array.isArray) ? [] : values.filter(isObject);
  for (const part of [body, ...inner]) {
    const entries = mapEntries(part);
    if (entries !== null) return entries;
  }
  return null;
}

/** Finds the records of a response. @returns `size`: records as counted for `offset` @throws ServiceError `incompatible` */
export function findRecords(answer: Answered) {
  const body = answer.json;
  const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
  // Without an entry, also inside an object: `{}` or `{ offers: {} }`.
  const isEmptyMap = isObject(body) && Object.values(body).every(isEmpty);
  const map = isObject(body) ? (findMap(body) ?? (isEmptyMap ? [] : null)) : null;
  if (map !== null) {
    const records = map.flatMap(expand);
    const size = map.length === DOCUMENTED_PAGE ? map.length : records.length;
    return { records, size, hasMore: () => size === DOCUMENTED_PAGE };
  }
  const { records: items, total, hasNext } = readList(answer);
  const found = items.map((record) => ({ gpuType: null, node: null, record }));
  const page = { items, total, hasNext };
  return {
    records: found.flatMap(expand),
    size: items.length,
    hasMore: (offset: number) => !(saysEnd(page, offset) ?? items.length !== DOCUMENTED_PAGE),
  };
}

/** The records that are not in `seen`, to which they are added: a list that shifts between two pages repeats some. */
export function unseen(records: readonly Found[], seen: Set<string>): readonly Found[] {
  const fresh = records.filter((found) => !seen.has(JSON.stringify(found)));
  for (const found of fresh) seen.add(JSON.stringify(found));
  return fresh;
}
