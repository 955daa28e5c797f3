import { isDeepStrictEqual } from 'node:util';
import { MAX_ITEMS } from '../http/read.ts';
import type { WireList } from './wire/list.ts';

/** One page in the service's order; null is an unreadable record. `total` and `hasNext` as in `WireList`. */
export interface Page<T> extends Pick<WireList, 'total' | 'hasNext'> {
  readonly items: readonly (T | null)[];
}

export interface PagedListing<T> {
  readonly items: readonly T[];
  /** Unreadable records. */
  readonly skipped: number;
  readonly isComplete: boolean;
  /** A page came twice: the service ignores `offset` and returned one page only. */
  readonly isRepeating: boolean;
}

/** The documented default of `limit`; its maximum is not documented. */
export const DOCUMENTED_PAGE = 50;

/** A list that needs more steps back has no stable order. */
const MAX_STEPS_BACK = 10;

/** Pages without a new item: runs of unreadable records, or known items shifted by inserted ones. */
const MAX_STALE_PAGES = 10;

/** Maximum page sizes below the documented size that services choose. A whole list may also happen to have such a length. */
const SMALL_PAGES = [10, 20, 25, 30, 40];

function promisesMore<T>({ total, hasNext }: Page<T>, records: number): boolean {
  return hasNext === true || (total ?? 0) > records;
}

/** Whether the page ends where the list ends; null: the service does not say. */
export function saysEnd<T>(page: Page<T>, offset: number): boolean | null {
  return page.total === null && page.hasNext === null
    ? null
    : !promisesMore(page, offset + page.items.length);
}

/**
 * Reads a list page by page while it may change. Each page starts at the last item of the previous one; without a known item in it,
 * earlier items were deleted, and the reader steps back. Items have keys, so inserted ones only repeat known ones.
 *
 * A page is the last page when the service marks its end, the page is empty, or it repeats the previous page (the service ignores `offset`).
 * Where the service says nothing, also when it is smaller than the documented page, except for a size that services choose as
 * their maximum: then one more request decides.
 * @param fetchPage returns the records from `offset` on; null: no further page may be requested
 * @throws whatever `fetchPage` throws; the pages read so far are dropped
 */
export async function readAllPages<T extends { readonly id: string }>(
  fetchPage: (offset: number) => Promise<Page<T> | null>,
): Promise<PagedListing<T>> {
  const found = new Map<string, T>();
  /** The positions of unreadable records. */
  const unreadable = new Set<number>();
  let lastKeys: readonly string[] = [];
  let isComplete = true;
  let offset = 0;
  let mustOverlap = false;
  let stepsBack = 0;
  let stalePages = 0;
  let lastSize = 0;

  const keysOf = ({ items }: Page<T>) => items.flatMap((item) => item?.id ?? []);
  const isFull = () => found.size + unreadable.size > MAX_ITEMS;
  const listing = (isWhole: boolean, isRepeating = false): PagedListing<T> => {
    const items = [...found.values()].slice(0, MAX_ITEMS);
    return { items, skipped: unreadable.size, isComplete: isComplete && isWhole, isRepeating };
  };

  /** The page at `offset`, or an earlier one that overlaps the known items. */
  async function overlappingPage() {
    for (let hasSteppedBack = false; ; hasSteppedBack = true) {
      const page = await fetchPage(offset);
      if (page === null) return null;
      const overlaps = !mustOverlap || offset === 0 || keysOf(page).some((key) => found.has(key));
      if (overlaps || stepsBack === MAX_STEPS_BACK) return { page, overlaps, hasSteppedBack };
      stepsBack += 1;
      offset = Math.max(0, offset - lastSize);
    }
  }

  while (!isFull() && stalePages <= MAX_STALE_PAGES) {
    const next = await overlappingPage();
    if (next === null) break;
    const { page, overlaps, hasSteppedBack } = next;
    lastSize = page.items.length;
    const isShort = lastSize < DOCUMENTED_PAGE && !SMALL_PAGES.includes(lastSize);
    const isEnd = lastSize === 0 || (saysEnd(page, offset) ?? isShort);
    isComplete &&= overlaps;
    const keys = keysOf(page);
    // After a step back, a page of known items only means that the step was too long.
    if (!isEnd && !hasSteppedBack && keys.length > 0 && isDeepStrictEqual(keys, lastKeys))
      return listing(!promisesMore(page, found.size + unreadable.size), true);

    lastKeys = keys;
    const before = found.size;
    page.items.forEach((item, index) => {
      if (item === null) unreadable.add(offset + index);
      else found.set(item.id, item);
    });
    if (isEnd) return listing(!promisesMore(page, offset + lastSize));
    if (found.size === before) stalePages += 1;

    const lastReadable = page.items.findLastIndex((item) => item !== null);
    mustOverlap = lastReadable > 0;
    offset += mustOverlap ? lastReadable : page.items.length;
  }
  return listing(false);
}
