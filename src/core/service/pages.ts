import type { Listing, Page } from './page.ts';
import { PageCollection } from './page-collection.ts';

/** `service-api.md`: the default of `limit`. Its maximum is not shown. */
const DOCUMENTED_PAGE = 50;

/** Steps back in one walk; a list that needs more has no order to follow. */
const MAX_STEPS_BACK = 10;

/** Pages without anything new in one walk: runs of unreadable records, or what was inserted meanwhile pushed known ones on. */
const MAX_PAGES_WITHOUT_NEWS = 10;

/** A bound on any walk, far above ten thousand items in the smallest pages. */
const MAX_PAGES = 2_000;

/** Whether the page reaches the end of the list, as far as it can tell by itself. */
function isLast<T>(page: Page<T>, offset: number): boolean {
  const size = page.items.length;
  return size < DOCUMENTED_PAGE || (page.total !== null && offset + size >= page.total);
}

/**
 * Reads a whole list page by page. The list may change meanwhile: every page is asked to begin with the last item of the
 * one before, and where it holds no known item, others before it were deleted, so the walk steps back. Items are keyed;
 * what was inserted before them only repeats known ones.
 *
 * A page is the last one only when it holds fewer than 50 records, repeats the one before (the service ignores `offset`), or
 * the service's total is reached.
 * @param fetchPage asks for the records from `offset` on
 * @throws whatever `fetchPage` throws; nothing is kept of a walk that failed
 */
export async function readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  keyOf: (item: T) => string,
): Promise<Listing<T>> {
  const collection = new PageCollection(keyOf);
  let isComplete = true;
  let offset = 0;
  let mustJoin = false;
  let stepsBack = 0;
  let pagesWithoutNews = 0;

  /** The page at `offset`, or so far before it that it joins what is known. */
  async function joiningPage() {
    for (let hasSteppedBack = false; ; hasSteppedBack = true) {
      const page = await fetchPage(offset);
      const joins = !mustJoin || offset === 0 || collection.knowsSomeOf(page);
      if (joins || stepsBack === MAX_STEPS_BACK) return { page, joins, hasSteppedBack };
      stepsBack += 1;
      offset = Math.max(0, offset - DOCUMENTED_PAGE);
    }
  }

  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { page, joins, hasSteppedBack } = await joiningPage();
    const isEnd = isLast(page, offset);
    isComplete &&= joins;
    // After a step back a page of known items only means that the step was too long.
    if (!isEnd && !hasSteppedBack && collection.isRepeated(page))
      return collection.listing(isComplete && (page.total ?? 0) <= collection.size, true);

    const isNew = collection.add(page, offset);
    if (isEnd) return collection.listing(isComplete);
    if (!isNew) pagesWithoutNews += 1;
    if (pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS) break;

    const lastReadable = page.items.findLastIndex((item) => item !== null);
    mustJoin = lastReadable > 0;
    offset += mustJoin ? lastReadable : page.items.length;
  }
  return collection.listing(false);
}
