import type { VmList } from '../../../shared/domain/account-state.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { sleep, wallTimeOf } from '../../clock.ts';
import { MAX_ITEMS } from '../http/read.ts';
import type { HttpRequest } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';
import type { ProviderPorts } from '../provider.ts';
import { type Page, readAllPages } from './pages.ts';
import { readList } from './wire/list.ts';
import { vmSchema } from './wire/vm.ts';

/** Pause between two pages without a known rate limit, ms. */
const PAGE_PAUSE_MS = 100;

/** How long the same first page needs no second request, which would find a VM behind a largest page. */
const WHOLE_MS = 5 * 60_000;

/** Bytes of all pages; a VM takes about 700. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** The maximum of `limit` is not documented; a service that rejects this one gets requests without a limit. */
const PREFERRED_PAGE = 500;

/** Creates the function for `GET /vms`, which remembers the page size that this service accepts, and which list one page held. */
export function createVmList({ read, pace, clock, listMs }: ProviderPorts) {
  let limit: number | undefined = PREFERRED_PAGE;
  /** The ids of a list that its first page held as a whole, as a second request showed. `until`: monotonic ms. */
  let whole: { readonly ids: string; readonly until: number } | null = null;

  return async (signal?: AbortSignal): Promise<VmList> => {
    const endsAt = clock.monotonic() + listMs;
    let bytesLeft = MAX_LIST_BYTES;
    let pages = 0;
    let firstIds = '';

    async function readPage(query: NonNullable<HttpRequest['query']>): Promise<Page<Vm>> {
      const answer = await read({ path: '/vms', query, signal });
      bytesLeft -= answer.bytes;
      pages += 1;
      const { records, ...about } = readList(answer);
      // One more than a list may hold shows that the list is not complete.
      const items = records.slice(0, MAX_ITEMS + 1);
      return { ...about, items: items.map(vmSchema) };
    }

    async function acceptedPage(offset: number): Promise<Page<Vm>> {
      try {
        return await readPage({ limit, offset });
      } catch (error) {
        const isRejected = error instanceof ServiceError && error.problem.kind === 'invalid';
        if (!isRejected || limit === undefined) throw error;
        const page = await readPage({ offset });
        // Only a success without `limit` shows that `limit` was the reason.
        limit = undefined;
        return page;
      }
    }

    /** Ends the list where an earlier request behind the same VMs found none. */
    async function firstPage(): Promise<Page<Vm>> {
      const page = await acceptedPage(0);
      firstIds = page.items.map((vm) => vm?.id).join();
      const isWhole = whole?.ids === firstIds && clock.monotonic() < whole.until;
      return isWhole ? { ...page, hasNext: page.hasNext ?? false } : page;
    }

    /** Without a known rate limit, pages are not requested as fast as they arrive. */
    async function waitForPage(): Promise<void> {
      if (!pace.isLimitKnown()) return sleep(clock, PAGE_PAUSE_MS, signal);
      const opensAt = pace.opensAt(1);
      if (opensAt === null) return;
      if (opensAt > endsAt)
        throw new ServiceError({ kind: 'rateLimited', retryAt: wallTimeOf(clock, opensAt) });
      await sleep(clock, opensAt - clock.monotonic(), signal);
    }

    const { items: vms, ...listing } = await readAllPages(async (offset) => {
      if (offset === 0) return firstPage();
      if (bytesLeft <= 0) return null;
      await waitForPage();
      return clock.monotonic() < endsAt ? acceptedPage(offset) : null;
    });
    const isInFirst = listing.isComplete && firstIds === vms.map(({ id }) => id).join();
    if (pages > 1)
      whole = isInFirst ? { ids: firstIds, until: clock.monotonic() + WHOLE_MS } : null;
    return { vms, ...listing };
  };
}
