import { describeForm, incompatible } from '../service-error.ts';

/** A list answer: its records, and the number of all records where the service says it. */
export interface WireList {
  readonly records: readonly unknown[];
  readonly total: number | null;
}

/** Not `count`: half the services that send it mean this page. */
const TOTAL_KEYS = ['total', 'total_count'];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Records are objects; a broken one among them does not make the array something else. */
function isArrayOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isObject);
}

function isEmptyArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length === 0;
}

/** A total smaller than what is here is not one. */
function readTotal(body: Record<string, unknown>, here: number): number | null {
  for (const key of TOTAL_KEYS) {
    const value = body[key];
    if (typeof value === 'number' && Number.isInteger(value) && value >= here) return value;
  }
  return null;
}

/**
 * The list forms that are not documented, `GET /vms`, `/search` and `/pricing`: a bare array, or an object with exactly one
 * array of records. Empty arrays beside it (`"errors": []`) do not count; where nothing else is there, the list is empty.
 * @throws ServiceError `incompatible`, naming the endpoint and the form found
 */
export function readList(body: unknown, endpoint: string): WireList {
  if (Array.isArray(body)) return { records: body, total: null };
  if (!isObject(body)) return incompatible(endpoint, describeForm(body));
  const values = Object.values(body);
  const [first, ...others] = values.filter(isArrayOfRecords);
  const records = first ?? values.find(isEmptyArray);
  if (records === undefined || others.length > 0) return incompatible(endpoint, describeForm(body));
  return { records, total: readTotal(body, records.length) };
}
