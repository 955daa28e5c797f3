import {
  assumptionText,
  byPrice,
  describeProblem,
  type Offer,
  type OfferList,
  type OfferValue,
} from '../../../shared/domain/index.ts';
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

/** UTF-16 units of the raw response. */
const MAX_RAW = 64_000;

/** Columns of fields with no recognized meaning. */
const MAX_EXTRAS = 6;

/** The fields that most offers have and that were not recognized. */
function extraFields({ offers, recognized }: OfferList): readonly string[] {
  const counts = new Map<string, number>();
  for (const { raw } of offers)
    for (const [field, value] of Object.entries(raw))
      if (!recognized.has(field) && value !== null) counts.set(field, (counts.get(field) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_EXTRAS)
    .map(([field]) => field);
}

const text = (value: OfferValue) => clipped(printable(String(value)), 60);
const textOrNull = (value: string | null) => (value === null ? null : text(value));

function offerOf(offer: Offer, extras: readonly string[]): Output['offers'][number] {
  const { raw, gpuType, node, rentalType, ...figures } = offer;
  return {
    ...figures,
    ...{ gpuType: textOrNull(gpuType), node: textOrNull(node), rentalType: textOrNull(rentalType) },
    extras: extras.map((field) => text(raw[field] ?? '')),
  };
}

/** The responses as the service sent them, indented. */
function rawText(bodies: readonly unknown[]): string {
  const text = bodies.map((body) => JSON.stringify(body, null, 2) ?? '').join('\n');
  return text.length > MAX_RAW ? `${text.slice(0, MAX_RAW)}\n…` : text;
}

/** A list as the panel shows it. */
export function offerReportOf(pages: PublicPages, list: PublicList): Output {
  const raw = rawText(pages.bodies);
  try {
    const read = readOffers(pages, list);
    const extras = extraFields(read);
    return {
      offers: read.offers
        .toSorted(byPrice)
        .slice(0, MAX_OFFERS)
        .map((offer) => offerOf(offer, extras)),
      extras: extras.map(text),
      assumptions: read.assumptions.map((assumption) => printable(assumptionText(assumption))),
      ...{ count: read.offers.length, skipped: read.skipped, isComplete: read.isComplete },
      ...{ problem: null, raw },
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message } = describeProblem(error.problem);
    const none = {
      offers: [],
      extras: [],
      assumptions: [],
      count: 0,
      skipped: 0,
      isComplete: true,
    };
    return { ...none, problem: message, raw };
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
