/** One page in the service's order; null is an unreadable record. */
export interface Page<T> {
  readonly items: readonly (T | null)[];
  readonly total: number | null;
}

/** A complete list, assembled from its pages. */
export interface Listing<T> {
  /** Each once, in the service's order. */
  readonly items: readonly T[];
  /** Unreadable records. */
  readonly skipped: number;
  /** False: items may be missing, because the list changed faster than it could be read or has no stable order. */
  readonly isComplete: boolean;
  /** The same page came twice: the service ignores `offset` and returned one page only. */
  readonly isRepeating: boolean;
}

/** The documented default of `limit`; its maximum is not documented. */
export const DOCUMENTED_PAGE = 50;

/** A list that needs more steps back has no stable order. */
const MAX_STEPS_BACK = 10;

/** Pages without a new item: runs of unreadable records, or known items shifted by inserted ones. */
const MAX_STALE_PAGES = 10;

/** Bounds every list, far above ten thousand items in the smallest pages. */
const MAX_PAGES = 2_000;

/** Collects pages: items by key, unreadable records by their position. */
class PageCollection<T> {
  readonly #found = new Map<string, T>();
  readonly #unreadable = new Set<number>();
  readonly #keyOf: (item: T) => string;
  #lastKeys: readonly string[] = [];

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  #keysOf(page: Page<T>): string[] {
    return page.items.flatMap((item) => (item === null ? [] : [this.#keyOf(item)]));
  }

  hasSomeOf(page: Page<T>): boolean {
    return this.#keysOf(page).some((key) => this.#found.has(key));
  }

  /** Whether the page holds exactly the items of the last one added; false for unreadable records only. */
  isRepeated(page: Page<T>): boolean {
    const keys = this.#keysOf(page);
    const last = this.#lastKeys;
    return (
      keys.length > 0 && keys.length === last.length && keys.every((key, i) => key === last[i])
    );
  }

  /** @returns whether the page holds a new item */
  add(page: Page<T>, offset: number): boolean {
    const before = this.#found.size;
    page.items.forEach((item, index) => {
      if (item === null) this.#unreadable.add(offset + index);
      else this.#found.set(this.#keyOf(item), item);
    });
    this.#lastKeys = this.#keysOf(page);
    return this.#found.size > before;
  }

  listing(isComplete: boolean): Listing<T> {
    const items = [...this.#found.values()];
    return { items, skipped: this.#unreadable.size, isComplete, isRepeating: false };
  }
}

function isLast<T>(page: Page<T>, offset: number): boolean {
  const size = page.items.length;
  return size < DOCUMENTED_PAGE || (page.total !== null && offset + size >= page.total);
}

/**
 * Reads a list page by page while it may change. Each page starts at the last item of the previous one; without a known
 * item in it, earlier items were deleted, and the reader steps back. Items have keys, so inserted ones only repeat known
 * ones.
 *
 * A page is the last one when it holds fewer than 50 records, repeats the previous one (the service ignores `offset`), or
 * reaches the service's total.
 * @param fetchPage returns the records from `offset` on
 * @throws whatever `fetchPage` throws; the pages read so far are dropped
 */
export async function readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  keyOf: (item: T) => string,
): Promise<Listing<T>> {
  const collection = new PageCollection(keyOf);
  let isComplete = true;
  let offset = 0;
  let mustOverlap = false;
  let stepsBack = 0;
  let stalePages = 0;

  /** The page at `offset`, or an earlier one that overlaps the known items. */
  async function overlappingPage() {
    for (let hasSteppedBack = false; ; hasSteppedBack = true) {
      const page = await fetchPage(offset);
      const overlaps = !mustOverlap || offset === 0 || collection.hasSomeOf(page);
      if (overlaps || stepsBack === MAX_STEPS_BACK) return { page, overlaps, hasSteppedBack };
      stepsBack += 1;
      offset = Math.max(0, offset - DOCUMENTED_PAGE);
    }
  }

  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { page, overlaps, hasSteppedBack } = await overlappingPage();
    const isEnd = isLast(page, offset);
    isComplete &&= overlaps;
    // After a step back, a page of known items only means that the step was too long.
    if (!isEnd && !hasSteppedBack && collection.isRepeated(page)) {
      const listing = collection.listing(isComplete);
      const isAll = (page.total ?? 0) <= listing.items.length + listing.skipped;
      return { ...listing, isComplete: isComplete && isAll, isRepeating: true };
    }

    const hasNew = collection.add(page, offset);
    if (isEnd) return collection.listing(isComplete);
    if (!hasNew) stalePages += 1;
    if (stalePages > MAX_STALE_PAGES) break;

    const lastReadable = page.items.findLastIndex((item) => item !== null);
    mustOverlap = lastReadable > 0;
    offset += mustOverlap ? lastReadable : page.items.length;
  }
  return collection.listing(false);
}
