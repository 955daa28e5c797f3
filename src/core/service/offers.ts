import type { OfferList } from '../../shared/domain/index.ts';
import type { Http } from './http.ts';
import { readOffers } from './wire/offer.ts';

/** The two public lists, which need no account. Query parameters are not documented, so none are sent. */
export interface PublicClient {
  search(signal?: AbortSignal): Promise<OfferList>;
  pricing(signal?: AbortSignal): Promise<OfferList>;
}

/** A client that sends no credential. Its calls reject with a `ServiceError`, or with the signal's reason. */
export function createPublicClient(http: Http): PublicClient {
  async function read(path: string, signal?: AbortSignal): Promise<OfferList> {
    const endpoint = `GET /${path}`;
    const { json } = await http({ method: 'GET', path, endpoint, signal });
    return readOffers(json, endpoint);
  }
  return {
    search: (signal) => read('search', signal),
    pricing: (signal) => read('pricing', signal),
  };
}
