import { byPrice, type OfferList } from '../../../shared/domain/offer.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/contract.ts';
import { publicHttp, readOffers } from '../../providers/index.ts';
import { requireBaseUrl } from '../kernel/lookups.ts';
import type { ApplicationPorts } from '../kernel/ports.ts';

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

/** For the launch form, until it orders offers. */
export const oldOffers = ({ network }: Pick<ApplicationPorts, 'network'>) => ({
  async readOffers({ baseUrl, list }: RequestInput<'readOffers'>) {
    return offerReportOf(await readOffers(publicHttp(requireBaseUrl(baseUrl), network), list));
  },
});
