import type { Http } from './http.ts';

/** The two public lists, which need no account. `readOffers` reads both. */
export type PublicList = 'search' | 'pricing';

/**
 * Requests a public list without a credential. Query parameters are not documented, so none are sent.
 * @throws ServiceError, or the signal's reason
 */
export async function requestPublicList(
  http: Http,
  list: PublicList,
  signal?: AbortSignal,
): Promise<unknown> {
  const { json } = await http({ method: 'GET', path: list, endpoint: `GET /${list}`, signal });
  return json;
}
