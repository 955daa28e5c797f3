import { isDeepStrictEqual } from 'node:util';
import { MAX_ITEMS } from '../http/read.ts';
import type { Listing } from '../provider.ts';
import type { WireList } from './wire/list.ts';

/** One page in the service's order; null is an unreadable record. `total` and `hasNext` as in `WireList`. */
export interface Page<T> extends Pick<WireList, 'total' | 'hasNext'> {
  readonly items: readonly (T | null)[];
}

export interface PagedListing<T> extends Listing<T> {
  /** A page came twice: the service ignores `offset` and returned one page only. */
  readonly isRepeating: boolean;
}

/** The documented default of `limit`; its maximum is not documented. */
export const DOCUMENTED_PAGE = 50;

/** A list that needs more steps back has no stable order. */
const MAX_STEPS_BACK = 10;

/** Pages without a new item: runs of unreadable records, or known items shifted by inserted ones. */
const MAX_STALE_PAGES = 10;

/** Collects pages: items by key, unreadable records by their position. */
function createCollection<T>(keyOf: (item: T) => string) {
  const found = new Map<string, T>();
  const unreadable = new Set<number>();
  let lastKeys: readonly string[] = [];

  const keysOf = ({ items }: Page<T>) => items.filter((item) => item !== null).map(keyOf);

  return {
    hasSomeOf: (page: Page<T>) => keysOf(page).some((key) => found.has(key)),
    /** Whether the page holds exactly the items of the last one added; false for unreadable records only. */
    isRepeated(page: Page<T>): boolean {
      const keys = keysOf(page);
      return keys.length > 0 && isDeepStrictEqual(keys, lastKeys);
    },
    /** Returns whether the page holds a new item. */
    add(page: Page<T>, offset: number): boolean {
      const before = found.size;
      page.items.forEach((item, index) => {
        if (item === null) unreadable.add(offset + index);
        else found.set(keyOf(item), item);
      });
      lastKeys = keysOf(page);
      return found.size > before;
    },
    /** More than the items of one list, unreadable records included. */
    isFull: () => found.size + unreadable.size > MAX_ITEMS,
    listing(isComplete: boolean): PagedListing<T> {
      const items = [...found.values()].slice(0, MAX_ITEMS);
      return { items, skipped: unreadable.size, isComplete, isRepeating: false };
    },
  };
}

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
 * Reads a list page by page while it may change. Each page starts at the last item of the previous one; without a known
 * item in it, earlier items were deleted, and the reader steps back. Items have keys, so inserted ones only repeat known
 * ones.
 *
 * A page is the last page when the service marks its end, the page is empty, or it repeats the previous page (the service ignores `offset`).
 * Where the service says nothing, also when it is smaller than the documented page, except for a size that services choose as
 * their maximum: then one more request decides.
 * @param fetchPage returns the records from `offset` on; null: no further page may be requested
 * @throws whatever `fetchPage` throws; the pages read so far are dropped
 */
export async function readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T> | null>,
  keyOf: (item: T) => string,
): Promise<PagedListing<T>> {
  const collection = createCollection(keyOf);
  let isComplete = true;
  let offset = 0;
  let mustOverlap = false;
  let stepsBack = 0;
  let stalePages = 0;
  let lastSize = 0;

  /** The page at `offset`, or an earlier one that overlaps the known items. */
  async function overlappingPage() {
    for (let hasSteppedBack = false; ; hasSteppedBack = true) {
      const page = await fetchPage(offset);
      if (page === null) return null;
      const overlaps = !mustOverlap || offset === 0 || collection.hasSomeOf(page);
      if (overlaps || stepsBack === MAX_STEPS_BACK) return { page, overlaps, hasSteppedBack };
      stepsBack += 1;
      offset = Math.max(0, offset - lastSize);
    }
  }

  while (!collection.isFull() && stalePages <= MAX_STALE_PAGES) {
    const next = await overlappingPage();
    if (next === null) break;
    const { page, overlaps, hasSteppedBack } = next;
    lastSize = page.items.length;
    const isShort = lastSize < DOCUMENTED_PAGE && !SMALL_PAGES.includes(lastSize);
    const isEnd = lastSize === 0 || (saysEnd(page, offset) ?? isShort);
    isComplete &&= overlaps;
    // After a step back, a page of known items only means that the step was too long.
    if (!isEnd && !hasSteppedBack && collection.isRepeated(page)) {
      const listing = collection.listing(isComplete);
      const held = listing.items.length + listing.skipped;
      return { ...listing, isComplete: isComplete && !promisesMore(page, held), isRepeating: true };
    }

    const hasNew = collection.add(page, offset);
    if (isEnd) return collection.listing(isComplete && !promisesMore(page, offset + lastSize));
    if (!hasNew) stalePages += 1;

    const lastReadable = page.items.findLastIndex((item) => item !== null);
    mustOverlap = lastReadable > 0;
    offset += mustOverlap ? lastReadable : page.items.length;
  }
  return collection.listing(false);
}
