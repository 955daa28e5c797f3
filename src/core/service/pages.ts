/** One page in the service's order; null stands for a record that could not be read. */
export interface Page<T> {
  readonly items: readonly (T | null)[];
  readonly total: number | null;
}

export interface Listing<T> {
  /** Each once, in the service's order. */
  readonly items: readonly T[];
  /** Records that could not be read. */
  readonly skipped: number;
  /**
   * Whether every page joined the one before. When false, the list was changing faster than it could be read, or the
   * service keeps no order: something may be missing.
   */
  readonly isComplete: boolean;
}

/** `service-api.md`: the default of `limit`. Its maximum is not shown. */
const DOCUMENTED_PAGE = 50;

/** Steps back in one walk; a list that needs more has no order to follow. */
const MOST_STEPS_BACK = 10;

/** A bound on any walk, far above ten thousand items in the smallest pages. */
const MOST_PAGES = 2_000;

/** Collects what the pages bring: items by key, unreadable records by their place in the list. */
class Collection<T> {
  readonly #found = new Map<string, T>();
  readonly #unreadable = new Set<number>();
  readonly #keyOf: (item: T) => string;

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  knowsSomeOf(page: Page<T>): boolean {
    return page.items.some((item) => item !== null && this.#found.has(this.#keyOf(item)));
  }

  /** Whether the page brought an item that was not there yet. */
  add(page: Page<T>, offset: number): boolean {
    const before = this.#found.size;
    const unreadable: number[] = [];
    page.items.forEach((item, index) => {
      if (item === null) unreadable.push(offset + index);
      else this.#found.set(this.#keyOf(item), item);
    });
    const isNew = this.#found.size > before;
    // A full page without anything new is an earlier one sent again; its unreadable records are counted already.
    if (isNew || page.items.length < DOCUMENTED_PAGE)
      for (const place of unreadable) this.#unreadable.add(place);
    return isNew;
  }

  listing(isComplete: boolean): Listing<T> {
    return { items: [...this.#found.values()], skipped: this.#unreadable.size, isComplete };
  }
}

/**
 * Reads a whole list page by page. The list may change meanwhile: every page is asked to begin with the last item of the
 * one before, and where it holds no known item, others before it were deleted, so the walk steps back. Items are keyed;
 * what was inserted before them only repeats known ones.
 *
 * A page is the last one only when it holds fewer than 50 records, brings nothing new, or the service's total is reached.
 * @param fetchPage asks for the records from `offset` on
 * @throws whatever `fetchPage` throws; nothing is kept of a walk that failed
 */
export async function readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  keyOf: (item: T) => string,
): Promise<Listing<T>> {
  const collection = new Collection(keyOf);
  let isComplete = true;
  let offset = 0;
  let stepsBack = 0;
  let mustJoin = false;
  let hasSteppedBack = false;

  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await fetchPage(offset);
    const joins = !mustJoin || offset === 0 || collection.knowsSomeOf(page);
    if (!joins && stepsBack < MOST_STEPS_BACK) {
      stepsBack += 1;
      hasSteppedBack = true;
      offset = Math.max(0, offset - DOCUMENTED_PAGE);
      continue;
    }
    isComplete &&= joins;
    const isNew = collection.add(page, offset);
    const size = page.items.length;
    // After a step back a page of known items only means that the step was too long.
    const isRepeated = !isNew && !hasSteppedBack;
    const isCounted = page.total !== null && offset + size >= page.total;
    if (size < DOCUMENTED_PAGE || isRepeated || isCounted) return collection.listing(isComplete);

    const lastReadable = page.items.findLastIndex((item) => item !== null);
    mustJoin = lastReadable > 0;
    offset += mustJoin ? lastReadable : size;
    hasSteppedBack = false;
  }
  return collection.listing(false);
}
