import type { VmList } from '../../../shared/domain/account-state.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { sleep, wallTimeOf } from '../../clock.ts';
import { MAX_ITEMS } from '../http/read.ts';
import type { HttpRequest } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';
import type { ProviderPorts } from '../provider.ts';
import { DOCUMENTED_PAGE, type Page, type PagedListing, readAllPages, saysEnd } from './pages.ts';
import { readList } from './wire/list.ts';
import { vmSchema } from './wire/vm.ts';

/** Pause between two pages without a known rate limit, ms. */
const PAGE_PAUSE_MS = 100;

/** One reading of the list. A hostile service may send pages without an end. */
interface Walk {
  readonly signal: AbortSignal | undefined;
  /** Monotonic ms. */
  readonly endsAt: number;
  bytesLeft: number;
  pages: number;
  /** The page at offset 0; null: not received yet. */
  first: Page<Vm> | null;
}

/** How long the same first page needs no second request, which would find a VM behind a largest page. */
const WHOLE_MS = 5 * 60_000;

/** Bytes of all pages; a VM takes about 700. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** The maximum of `limit` is not documented; a service that rejects this one gets requests without a limit. */
const PREFERRED_PAGE = 500;

/** For a service that ignores `offset`, from which one page must hold the whole list. */
const LARGER_PAGES = [2_000, 8_000, MAX_ITEMS];

function isRejected(error: unknown): boolean {
  return error instanceof ServiceError && error.problem.kind === 'invalid';
}

function listingOf(page: Page<Vm>, limit: number): PagedListing<Vm> {
  const { items } = page;
  const vms = new Map(items.flatMap((vm) => (vm === null ? [] : [[vm.id, vm] as const])));
  const skipped = items.filter((vm) => vm === null).length;
  const isComplete = saysEnd(page, 0) ?? items.length < limit;
  return { items: [...vms.values()], skipped, isComplete, isRepeating: true };
}

async function readPage(
  read: ProviderPorts['read'],
  query: NonNullable<HttpRequest['query']>,
  walk: Walk,
): Promise<Page<Vm>> {
  const answer = await read({ path: '/vms', query, signal: walk.signal });
  walk.pages += 1;
  walk.bytesLeft -= answer.bytes;
  const { records, ...about } = readList(answer);
  // One more than a list may hold shows that the list is not complete.
  const items = records.slice(0, MAX_ITEMS + 1);
  return { ...about, items: items.map(vmSchema) };
}

/** Creates the function for `GET /vms`, which remembers the page size that this service accepts, and which list one page held. */
export function createVmList({ read, pace, clock, listMs }: ProviderPorts) {
  let pageLimit: number | undefined = PREFERRED_PAGE;
  /** The ids of a list that its first page held as a whole, as a second request showed. `until`: monotonic ms. */
  let whole: { readonly ids: ReadonlySet<string>; readonly until: number } | null = null;

  /** Without a known rate limit, pages are not requested as fast as they arrive. */
  async function waitForPage({ endsAt, signal }: Walk): Promise<void> {
    if (!pace.isLimitKnown()) return sleep(clock, PAGE_PAUSE_MS, signal);
    const opensAt = pace.opensAt(1);
    if (opensAt === null) return;
    if (opensAt > endsAt)
      throw new ServiceError({ kind: 'rateLimited', retryAt: wallTimeOf(clock, opensAt) });
    await sleep(clock, opensAt - clock.monotonic(), signal);
  }

  /** Waits until the next page may be requested. Resolves to false when the walk's time or bytes are used up. */
  async function mayContinue(walk: Walk): Promise<boolean> {
    if (walk.pages === 0) return true;
    if (walk.bytesLeft <= 0) return false;
    await waitForPage(walk);
    return clock.monotonic() < walk.endsAt;
  }

  async function acceptedPage(offset: number, walk: Walk): Promise<Page<Vm> | null> {
    if (!(await mayContinue(walk))) return null;
    try {
      return await readPage(read, { limit: pageLimit, offset }, walk);
    } catch (error) {
      if (!isRejected(error) || pageLimit === undefined) throw error;
      const page = await readPage(read, { offset }, walk);
      // Only a success without `limit` shows that `limit` was the reason.
      pageLimit = undefined;
      return page;
    }
  }

  /** The first `limit` records; null: refused, or the walk is over. */
  async function firstPage(limit: number, walk: Walk): Promise<Page<Vm> | null> {
    if (!(await mayContinue(walk))) return null;
    return readPage(read, { limit, offset: 0 }, walk).catch((error: unknown) => {
      if (isRejected(error)) return null;
      throw error;
    });
  }

  /** Requests larger and larger pages, until one is not full or holds no more than the previous one. */
  async function inOnePage(known: PagedListing<Vm>, walk: Walk): Promise<PagedListing<Vm>> {
    let listing = known;
    for (const limit of LARGER_PAGES) {
      const larger = await firstPage(limit, walk);
      const before = listing.items.length + listing.skipped;
      if (larger === null || larger.items.length <= before)
        return { ...listing, isComplete: false };
      pageLimit = limit;
      listing = listingOf(larger, limit);
      if (listing.isComplete) return listing;
    }
    return listing;
  }

  /** Fifty VMs may be all, or the default page of a service that ignores `limit`: a request with a limit of 49 decides. */
  async function checkedForLimit(known: PagedListing<Vm>, walk: Walk): Promise<PagedListing<Vm>> {
    const smaller = await firstPage(DOCUMENTED_PAGE - 1, walk);
    const isAll = smaller !== null && smaller.items.length < DOCUMENTED_PAGE;
    return { ...known, isComplete: known.isComplete && isAll };
  }

  function isWhole({ items }: Page<Vm>): boolean {
    if (whole === null || whole.ids.size !== items.length) return false;
    const { ids, until } = whole;
    return clock.monotonic() < until && items.every((vm) => vm !== null && ids.has(vm.id));
  }

  /** The page at `offset`. The first one ends the list where an earlier request behind the same VMs found none. */
  async function nextPage(offset: number, walk: Walk): Promise<Page<Vm> | null> {
    const page = await acceptedPage(offset, walk);
    if (page === null || walk.first !== null) return page;
    walk.first = page;
    return isWhole(page) ? { ...page, hasNext: page.hasNext ?? false } : page;
  }

  async function readPages(walk: Walk): Promise<PagedListing<Vm>> {
    const listing = await readAllPages((offset) => nextPage(offset, walk));
    if (!listing.isRepeating) return listing;
    const size = listing.items.length + listing.skipped;
    if (size === pageLimit) return inOnePage(listing, walk);
    return size === DOCUMENTED_PAGE ? checkedForLimit(listing, walk) : listing;
  }

  return async (signal?: AbortSignal): Promise<VmList> => {
    const endsAt = clock.monotonic() + listMs;
    const walk: Walk = { signal, endsAt, bytesLeft: MAX_LIST_BYTES, pages: 0, first: null };
    const { items: vms, skipped, isComplete } = await readPages(walk);
    const isInFirst = isComplete && walk.first?.items.length === vms.length;
    const ids = new Set(vms.map(({ id }) => id));
    if (walk.pages > 1) whole = isInFirst ? { ids, until: clock.monotonic() + WHOLE_MS } : null;
    return { vms, skipped, isComplete };
  };
}
