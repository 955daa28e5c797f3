import type { Vm } from '../../shared/domain/index.ts';
import type { HttpRequest } from './http.ts';
import type { Listing, Page } from './page.ts';
import { readAllPages } from './pages.ts';
import { ServiceError } from './service-error.ts';
import { readList, vmSchema } from './wire/index.ts';

/** What listing needs of the client. */
export interface VmListPorts {
  /** Sends a GET and answers its JSON. */
  readonly read: (request: Omit<HttpRequest, 'method'>) => Promise<unknown>;
  /** Waits while the service's limit allows no further request. */
  readonly waitForLimit: (signal: AbortSignal | undefined) => Promise<void>;
}

/** Records per page to ask for. The maximum is not documented; a service that refuses it gets asked for its default. */
const PREFERRED_PAGE = 500;

/** `service-api.md`: the default of `limit`. */
const DOCUMENTED_PAGE = 50;

/** For a service that ignores `offset`: its whole list has to come in one page. */
const LARGER_PAGES = [2_000, 8_000, 32_000];

function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.problem.kind === 'invalid';
}

function listingOf({ items }: Page<Vm>, isComplete: boolean): Listing<Vm> {
  const vms = new Map(items.flatMap((vm) => (vm === null ? [] : [[vm.id, vm] as const])));
  const skipped = items.filter((vm) => vm === null).length;
  return { items: [...vms.values()], skipped, isComplete, isRepeating: true };
}

/** `GET /vms`, as a function that learns how large the pages of this service may be. */
export function createVmList({
  read,
  waitForLimit,
}: VmListPorts): (signal?: AbortSignal) => Promise<Listing<Vm>> {
  let pageLimit: number | undefined = PREFERRED_PAGE;

  async function page(
    offset: number,
    limit: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Page<Vm>> {
    const endpoint = 'GET /vms';
    const query = { limit, offset };
    const list = readList(await read({ path: 'vms', endpoint, query, signal }), endpoint);
    const items = list.records.map((record) => vmSchema.safeParse(record).data ?? null);
    return { items, total: list.total };
  }

  async function pageOfAnySize(offset: number, signal?: AbortSignal): Promise<Page<Vm>> {
    if (offset > 0) await waitForLimit(signal);
    try {
      return await page(offset, pageLimit, signal);
    } catch (error) {
      if (!isRefused(error) || pageLimit === undefined) throw error;
      const usual = await page(offset, undefined, signal);
      // Only now is it clear that the limit was what the service did not like.
      pageLimit = undefined;
      return usual;
    }
  }

  /** Asks for ever larger pages, until one is not full or brings no more than the one before. */
  async function inOnePage(known: Listing<Vm>, signal?: AbortSignal): Promise<Listing<Vm>> {
    let listing = known;
    for (const limit of LARGER_PAGES) {
      await waitForLimit(signal);
      const larger = await page(0, limit, signal).catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw error;
      });
      const before = listing.items.length + listing.skipped;
      if (larger === null || larger.items.length <= before)
        return { ...listing, isComplete: false };
      pageLimit = limit;
      listing = listingOf(larger, larger.items.length < limit);
      if (listing.isComplete) return listing;
    }
    return listing;
  }

  /** Fifty may be all there is, or what a service gives that ignores `limit`, too: one fewer is asked for to tell. */
  async function whetherAll(known: Listing<Vm>, signal?: AbortSignal): Promise<Listing<Vm>> {
    await waitForLimit(signal);
    const smaller = await page(0, DOCUMENTED_PAGE - 1, signal);
    return { ...known, isComplete: smaller.items.length < DOCUMENTED_PAGE };
  }

  return async (signal) => {
    const listing = await readAllPages(
      (offset) => pageOfAnySize(offset, signal),
      (vm) => vm.id,
    );
    if (!listing.isRepeating) return listing;
    const size = listing.items.length + listing.skipped;
    if (size === pageLimit) return inOnePage(listing, signal);
    return size === DOCUMENTED_PAGE ? whetherAll(listing, signal) : listing;
  };
}
