import { byPrice, type OfferList } from '../../../shared/domain/index.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import type { NetworkPorts } from '../../accounts/index.ts';
import { createHttp, readOffers } from '../../service/index.ts';
import { requireBaseUrl } from '../kernel/lookups.ts';
import type { RequestHandlers } from '../kernel/ports.ts';

/** Offers that the panel gets, the cheapest ones. */
const MAX_OFFERS = 1_000;

const text = (value: string | null) => (value === null ? null : clipped(printable(value), 60));

export function offerReportOf({
  offers,
  skipped,
  isComplete,
}: Omit<OfferList, 'problem'>): RequestOutput<'readOffers'> {
  const shown = offers.toSorted(byPrice).slice(0, MAX_OFFERS);
  return {
    offers: shown.map((offer) => ({
      ...offer,
      gpuType: text(offer.gpuType),
      node: text(offer.node),
      rentalType: text(offer.rentalType),
    })),
    count: offers.length,
    skipped,
    isComplete,
  };
}

/** The public offers and prices of a service, read when the panel asks. */
export function createOfferRequests(network: NetworkPorts): Pick<RequestHandlers, 'readOffers'> {
  return {
    async readOffers({ baseUrl, list }) {
      return offerReportOf(await readOffers(createHttp(requireBaseUrl(baseUrl), network), list));
    },
  };
}
