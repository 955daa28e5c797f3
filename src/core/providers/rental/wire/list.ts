import { type Answered, isObject, unreadable } from '../../http/read.ts';

/** A list response: its records, and what the service says about those on other pages. */
export interface WireList {
  readonly records: readonly unknown[];
  /** The number of records on all pages; null: not said. */
  readonly total: number | null;
  /** Whether a page follows; null: not said. */
  readonly hasNext: boolean | null;
}

/** A total below the number of records received is ignored. */
function readTotal(body: Record<string, unknown>, received: number): number | null {
  for (const value of [body['total'], body['total_count']])
    if (typeof value === 'number' && Number.isInteger(value) && value >= received) return value;
  // Many services count the records of the page, so that only a larger number is certainly about all pages.
  const { count } = body;
  return typeof count === 'number' && Number.isInteger(count) && count > received ? count : null;
}

/** `next` as an address, a cursor, an offset or a flag. */
function readHasNext({ next }: Record<string, unknown>): boolean | null {
  const isRead = next === null || ['string', 'number', 'boolean'].includes(typeof next);
  return isRead ? Boolean(next) : null;
}

/** A bare array, or an object whose only array with records is the list; no array with any: empty. @throws ServiceError `incompatible` */
export function readList(answer: Answered): WireList {
  const { json: body } = answer;
  if (Array.isArray(body)) return { records: body, total: null, hasNext: null };
  if (!isObject(body)) return unreadable(answer);
  const lists: readonly (readonly unknown[])[] = Object.values(body).filter(Array.isArray);
  const [first, ...others] = lists.filter((list) => list.some(isObject));
  const records = first ?? lists.find(({ length }) => length === 0);
  if (records === undefined || others.length > 0) return unreadable(answer);
  return { records, total: readTotal(body, records.length), hasNext: readHasNext(body) };
}
