import type { Offer } from '../../../shared/domain/index.ts';
import type { Answer, RequestOutput } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { useAnswer } from '../../ui/index.ts';

interface Known {
  /** Null: not read yet. */
  readonly prices: readonly Offer[] | null;
  readonly offers: readonly Offer[];
}

type Read = Answer<RequestOutput<'readOffers'>>;

const offersIn = (read: Read) => (read.ok ? read.value.offers : []);

/** The public prices and offers of a service; empty if they cannot be read. */
export function usePrices(baseUrl: string): Known {
  const prices = useAnswer(baseUrl, (url) => bridge.readOffers({ baseUrl: url, list: 'pricing' }));
  const offers = useAnswer(baseUrl, (url) => bridge.readOffers({ baseUrl: url, list: 'search' }));
  if (prices === null || offers === null) return { prices: null, offers: [] };
  return { prices: offersIn(prices), offers: offersIn(offers) };
}
