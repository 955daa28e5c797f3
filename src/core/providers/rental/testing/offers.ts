import type { OfferList } from '../../../../shared/domain/offer.ts';
import { readOffers } from '../old-offers.ts';

/** The offers in a response. */
export function offersIn(body: unknown): Promise<OfferList> {
  const answer = {
    endpoint: 'GET /search',
    bytes: 0,
    rateLimit: { remaining: null, resetAt: null },
    date: null,
  };
  return readOffers(async () => ({ ...answer, json: body }), 'offers');
}
