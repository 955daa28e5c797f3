import type { OfferList } from '../../../shared/domain/offer.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { createHttp, type Http, type HttpPorts } from '../http/http.ts';
import { MAX_ITEMS } from '../http/read.ts';
import type { HttpRequest } from '../http/request.ts';
import { describeForm, incompatible, ServiceError } from '../http/service-error.ts';
import { isRentalError } from './own-error.ts';
import { DOCUMENTED_PAGE } from './pages.ts';
import { readOffer } from './wire/offer.ts';
import { type Found, findRecords, unseen } from './wire/offer-records.ts';

/** The two public lists, which need no account. */
export type PublicList = 'offers' | 'prices';

const PATHS = { offers: '/search', prices: '/pricing' } as const satisfies Record<
  PublicList,
  string
>;

/** Price alerts read the list every minute. */
const MAX_PAGES = 20;

/** For the public lists of a service. */
export const publicHttp = (base: BaseUrl, ports: HttpPorts): Http =>
  createHttp(base, { ...ports, isOwnError: isRentalError });

/** Sends no parameters first, since none is documented; `limit` and `offset` where the page is full or more follows. */
async function requestRecords(http: Http, { path, signal }: Pick<HttpRequest, 'path' | 'signal'>) {
  const request = (query: HttpRequest['query'] = {}) =>
    http({ method: 'GET', path, query, signal, isPublic: true });
  const first = await request();
  const found: Found[] = [];
  const seen = new Set<string>();
  const end = (isComplete: boolean, problem: Problem | null = null) => ({
    found,
    first,
    isComplete,
    problem,
  });
  let page = findRecords(first);
  let offset = 0;
  for (let pages = 1; ; pages += 1) {
    const fresh = unseen(page.records, seen);
    // A service that ignores `offset` repeats the page, perhaps with other figures.
    if (fresh.length * 2 < page.records.length) return end(false);
    found.push(...fresh);
    if (!page.hasMore(offset)) return end(true);
    offset += page.size;
    if (page.size === 0 || pages === MAX_PAGES) return end(false);
    try {
      page = findRecords(await request({ limit: DOCUMENTED_PAGE, offset }));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ServiceError) return end(false, error.problem);
      throw error;
    }
  }
}

/**
 * Reads a public list without a credential.
 * @throws ServiceError for the first response, also where no record has a GPU type or a price; the signal's reason
 */
export async function readOffers(
  http: Http,
  list: PublicList,
  signal?: AbortSignal,
): Promise<OfferList> {
  const { found, first, ...about } = await requestRecords(http, { path: PATHS[list], signal });
  const read = found.slice(0, MAX_ITEMS).map(readOffer);
  const offers = read.flat();
  const skipped = found.length - read.filter(({ length }) => length > 0).length;
  if (offers.length === 0 && skipped > 0)
    return incompatible(
      first.endpoint,
      `${describeForm(first.json)}, without a GPU type or a price`,
    );
  return { offers, skipped, ...about };
}
