import { isDeepStrictEqual } from 'node:util';
import { MAX_ITEMS } from '../http/read.ts';
import type { WireList } from './wire/list.ts';

/** One page in the service's order; null is an unreadable record. `total` and `hasNext` as in `WireList`. */
export interface Page<T> extends Pick<WireList, 'total' | 'hasNext'> {
  readonly items: readonly (T | null)[];
}

/** The documented default of `limit`; its maximum is not documented. */
export const DOCUMENTED_PAGE = 50;

/** Pages without a new item: runs of unreadable records, or known items shifted by inserted ones. */
const MAX_STALE_PAGES = 10;

/** Maximum page sizes below the documented size that services choose. A whole list may also happen to have such a length. */
const SMALL_PAGES = [10, 20, 25, 30, 40];

/** Whether the page ends where the list ends; null: the service does not say. */
export function saysEnd<T>({ items, total, hasNext }: Page<T>, offset: number): boolean | null {
  if (total === null && hasNext === null) return null;
  return hasNext !== true && (total ?? 0) <= offset + items.length;
}

/** `ended`: the page is the last one. `lost`: the list has no readable end. @param isRepeated it has the items of the previous page */
function listAfter<T>(page: Page<T>, offset: number, isRepeated: boolean) {
  const said = saysEnd(page, offset);
  const size = page.items.length;
  if (said ?? (size < DOCUMENTED_PAGE && !SMALL_PAGES.includes(size))) return 'ended';
  if (!isRepeated && size > 0) return 'more';
  // A service that ignores `offset` repeats its page, which may be one of many where it has the size of pages.
  return said === null && size % DOCUMENTED_PAGE !== 0 ? 'ended' : 'lost';
}

/**
 * Reads a list page by page while it may change. Each page starts at the last item of the previous one. Items have keys, so inserted ones
 * only repeat known ones; a page without a known item shows that earlier ones were deleted, so that others may be missing.
 *
 * The list ends where the service says so. Where it says nothing, it ends with a page that repeats the previous one, or is smaller than the
 * documented one, except for a size that services choose as their maximum: then one more request decides.
 * @param fetchPage returns the records from `offset` on; null: no further page may be requested
 * @throws whatever `fetchPage` throws; the pages read so far are dropped
 */
export async function readAllPages<T extends { readonly id: string }>(
  fetchPage: (offset: number) => Promise<Page<T> | null>,
) {
  const found = new Map<string, T>();
  /** The positions of unreadable records. */
  const unreadable = new Set<number>();
  let isGapless = true;
  let mustOverlap = false;
  let lastIds: readonly string[] = [];
  let stalePages = 0;

  function note(items: Page<T>['items'], ids: readonly string[], offset: number): void {
    isGapless &&= !mustOverlap || ids.some((id) => found.has(id));
    const before = found.size;
    for (const [index, item] of items.entries()) {
      if (item === null) unreadable.add(offset + index);
      else found.set(item.id, item);
    }
    if (found.size === before) stalePages += 1;
  }

  let next: ReturnType<typeof listAfter> = 'more';
  for (let offset = 0; next === 'more' && stalePages <= MAX_STALE_PAGES; ) {
    const page = found.size + unreadable.size > MAX_ITEMS ? null : await fetchPage(offset);
    if (page === null) break;
    const ids = page.items.flatMap((item) => item?.id ?? []);
    const isRepeated = ids.length > 0 && isDeepStrictEqual(ids, lastIds);
    next = listAfter(page, offset, isRepeated);
    if (!isRepeated) note(page.items, ids, offset);
    lastIds = ids;
    const lastReadable = page.items.findLastIndex((item) => item !== null);
    mustOverlap = lastReadable > 0;
    offset += mustOverlap ? lastReadable : page.items.length;
  }
  return {
    items: [...found.values()].slice(0, MAX_ITEMS),
    skipped: unreadable.size,
    isComplete: next === 'ended' && isGapless,
  };
}
