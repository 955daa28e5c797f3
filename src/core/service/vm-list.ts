import type { Vm } from '../../shared/domain/index.ts';
import type { HttpRequest } from './http.ts';
import { DOCUMENTED_PAGE, type Listing, type Page, readAllPages, saysEnd } from './pages.ts';
import { ServiceError } from './service-error.ts';
import { readList } from './wire/read.ts';
import { vmSchema } from './wire/vm.ts';

interface VmListPorts {
  /** Sends a GET and returns its JSON. */
  readonly read: (request: Omit<HttpRequest, 'method'>) => Promise<unknown>;
  /** Waits while the service's rate limit is used up. */
  readonly waitForLimit: (signal: AbortSignal | undefined) => Promise<void>;
}

/** The maximum of `limit` is not documented; a service that rejects this one gets requests without a limit. */
const PREFERRED_PAGE = 500;

/** For a service that ignores `offset`, from which one page must hold the whole list. */
const LARGER_PAGES = [2_000, 8_000, 32_000];

function isRejected(error: unknown): boolean {
  return error instanceof ServiceError && error.problem.kind === 'invalid';
}

/** @param limit that was asked for */
function listingOf(page: Page<Vm>, limit: number): Listing<Vm> {
  const { items } = page;
  const vms = new Map(items.flatMap((vm) => (vm === null ? [] : [[vm.id, vm] as const])));
  const skipped = items.filter((vm) => vm === null).length;
  const isComplete = saysEnd(page, 0) ?? items.length < limit;
  return { items: [...vms.values()], skipped, isComplete, isRepeating: true };
}

/** Creates the function for `GET /vms`, which remembers the page size that this service accepts. */
export function createVmList({
  read,
  waitForLimit,
}: VmListPorts): (signal?: AbortSignal) => Promise<Listing<Vm>> {
  let pageLimit: number | undefined = PREFERRED_PAGE;

  async function fetchPage(
    offset: number,
    limit: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Page<Vm>> {
    const endpoint = 'GET /vms';
    const query = { limit, offset };
    const list = readList(await read({ path: 'vms', endpoint, query, signal }), endpoint);
    const items = list.records.map((record) => vmSchema.safeParse(record).data ?? null);
    return { items, total: list.total, hasNext: list.hasNext };
  }

  async function acceptedPage(offset: number, signal?: AbortSignal): Promise<Page<Vm>> {
    if (offset > 0) await waitForLimit(signal);
    try {
      return await fetchPage(offset, pageLimit, signal);
    } catch (error) {
      if (!isRejected(error) || pageLimit === undefined) throw error;
      const page = await fetchPage(offset, undefined, signal);
      // Only a success without `limit` shows that `limit` was the reason.
      pageLimit = undefined;
      return page;
    }
  }

  /** Requests larger and larger pages, until one is not full or holds no more than the previous one. */
  async function inOnePage(known: Listing<Vm>, signal?: AbortSignal): Promise<Listing<Vm>> {
    let listing = known;
    for (const limit of LARGER_PAGES) {
      await waitForLimit(signal);
      const larger = await fetchPage(0, limit, signal).catch((error: unknown) => {
        if (isRejected(error)) return null;
        throw error;
      });
      const before = listing.items.length + listing.skipped;
      if (larger === null || larger.items.length <= before)
        return { ...listing, isComplete: false };
      pageLimit = limit;
      listing = listingOf(larger, limit);
      if (listing.isComplete) return listing;
    }
    return listing;
  }

  /** Fifty VMs may be all, or the default page of a service that ignores `limit`: a limit of 49 tells. */
  async function checkedForLimit(known: Listing<Vm>, signal?: AbortSignal): Promise<Listing<Vm>> {
    await waitForLimit(signal);
    const smaller = await fetchPage(0, DOCUMENTED_PAGE - 1, signal);
    return { ...known, isComplete: known.isComplete && smaller.items.length < DOCUMENTED_PAGE };
  }

  return async (signal) => {
    const listing = await readAllPages(
      (offset) => acceptedPage(offset, signal),
      (vm) => vm.id,
    );
    if (!listing.isRepeating) return listing;
    const size = listing.items.length + listing.skipped;
    if (size === pageLimit) return inOnePage(listing, signal);
    return size === DOCUMENTED_PAGE ? checkedForLimit(listing, signal) : listing;
  };
}
