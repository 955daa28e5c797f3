import { byPrice, describeProblem } from '../../../shared/domain/index.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import type { NetworkPorts } from '../../accounts/index.ts';
import {
  createHttp,
  type PublicList,
  type PublicPages,
  readOffers,
  requestPublicList,
  ServiceError,
} from '../../service/index.ts';
import { requireBaseUrl } from '../kernel/lookups.ts';
import type { RequestHandlers } from '../kernel/ports.ts';

type Output = RequestOutput<'readOffers'>;

/** Offers that the panel gets, the cheapest ones. */
const MAX_OFFERS = 1_000;

const text = (value: string | null) => (value === null ? null : clipped(printable(value), 60));

/** A list as the panel shows it. */
export function offerReportOf(pages: PublicPages, list: PublicList): Output {
  try {
    const { offers, skipped, isComplete } = readOffers(pages, list);
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
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message } = describeProblem(error.problem);
    return { offers: [], count: 0, skipped: 0, isComplete: true, problem: message };
  }
}

/** The public offers and prices of a service, read when the panel asks. */
export function createOfferRequests(network: NetworkPorts): Pick<RequestHandlers, 'readOffers'> {
  return {
    async readOffers({ baseUrl, list }) {
      const http = createHttp(requireBaseUrl(baseUrl), network);
      return offerReportOf(await requestPublicList(http, list), list);
    },
  };
}
