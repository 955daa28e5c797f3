import type { Problem } from '../../shared/domain/index.ts';
import type { Http, HttpRequest } from './http.ts';
import { DOCUMENTED_PAGE } from './pages.ts';
import { ServiceError } from './service-error.ts';
import { findRecords, unseen } from './wire/offer-records.ts';

/** The two public lists, which need no account. `readOffers` reads both. */
export type PublicList = 'search' | 'pricing';

/** A public list as the service sent it. */
export interface PublicPages {
  /** The responses, in order. */
  readonly bodies: readonly unknown[];
  /** False: the service holds more, or may. */
  readonly isComplete: boolean;
  /** Why the others were refused; null: they were not. */
  readonly problem: Problem | null;
}

/** Price alerts read the list every minute. */
const MAX_PAGES = 20;

/**
 * Requests a public list without a credential: without parameters, since those of `GET /search` are not documented. Where as many
 * records come as a page holds, or the service says that there are more, the others are requested by `limit` and `offset`, which
 * every list takes.
 * @throws ServiceError for the first response, or the signal's reason
 */
export async function requestPublicList(
  http: Http,
  list: PublicList,
  signal?: AbortSignal,
): Promise<PublicPages> {
  const endpoint = `GET /${list}`;
  const request = async (query: HttpRequest['query'] = {}) =>
    (await http({ method: 'GET', path: list, endpoint, query, signal })).json;
  const first = await request();
  const bodies = [first];
  const seen = new Set<string>();
  let offset = 0;
  try {
    for (let body = first; ; ) {
      const { records, size, hasMore } = findRecords(body, endpoint);
      // A service that ignores `offset` repeats the page, perhaps with other figures.
      const isRepeated = unseen(records, seen).length * 2 < records.length;
      if (isRepeated) return { bodies, isComplete: false, problem: null };
      if (body !== first) bodies.push(body);
      if (!hasMore(offset)) return { bodies, isComplete: true, problem: null };
      offset += size;
      if (size === 0 || bodies.length === MAX_PAGES)
        return { bodies, isComplete: false, problem: null };
      body = await request({ limit: DOCUMENTED_PAGE, offset });
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ServiceError)) throw error;
    return { bodies, isComplete: false, problem: error.problem };
  }
}
