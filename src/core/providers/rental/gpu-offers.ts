import { monthCount, type OfferList } from '../../../shared/domain/offer.ts';
import type { Offer } from '../../../shared/domain/offer-schemas.ts';
import { GPU_COUNTS } from '../../../shared/domain/vm-order.ts';
import type {
  GpuOffer,
  OfferReading,
  OfferTerms,
  OfferWish,
} from '../../../shared/offers/gpu-offer.ts';
import { ServiceError } from '../http/service-error.ts';
import { gpusOf, hourly, line, offerReading } from '../offer-fields.ts';
import type { ProviderPorts } from '../provider.ts';
import { readOffers } from './offers.ts';

const TERMS: ReadonlyMap<string, OfferTerms> = new Map([
  ['on_demand', 'onDemand'],
  ['interruptible', 'interruptible'],
  ['reserved', 'reserved'],
]);

/** Free machines of so many GPUs: where a price is one of each GPU, their number is that of GPUs. */
function stockOf(available: Offer['available'], isOfOne: boolean, gpuCount: number | null) {
  if (available === false || available === 0) return 'none';
  if (typeof available !== 'number' || !isOfOne || gpuCount === null) return null;
  return Math.floor(available / gpuCount) || 'none';
}

/** A price of each GPU is that of a machine with the fewest GPUs that are wanted and can be ordered. */
function offerOf(of: Offer, { minGpus }: OfferWish): GpuOffer {
  const { gpuType, node, rentalType, months, available, pricePerHour } = of;
  const isOfOne = of.pricePerGpu !== null && (of.gpuCount ?? 1) === 1;
  const wanted = GPU_COUNTS.find((count) => count >= (minGpus ?? 1)) ?? 1;
  const gpuCount = isOfOne ? wanted : of.gpuCount;
  const price = hourly(pricePerHour);
  const gpuText = line(gpuType) ?? '';
  const terms = TERMS.get(rentalType?.toLowerCase().replace(/[ -]/g, '_') ?? '') ?? null;
  return {
    provider: 'rental',
    offer: line(node) ?? gpuText,
    ...gpusOf(gpuText, null, gpuCount),
    gpuText,
    where: line(node),
    tier: months === null ? (terms === null ? line(rentalType) : null) : monthCount(months),
    terms,
    stock: stockOf(available, isOfOne, gpuCount),
    price: {
      perHour: price === null ? null : price * (isOfOne ? wanted : 1),
      diskGb: null,
      extra: [],
    },
    endsAt: null,
  };
}

/** A service without a price list still has its offers. */
const readPrices = (read: ProviderPorts['read'], signal?: AbortSignal): Promise<OfferList> =>
  readOffers(read, 'prices', signal).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    return { offers: [], skipped: 0, isComplete: false, problem: error.problem };
  });

/** `GET /search` and `GET /pricing`, which are public, and whose rate limits are not those of the account's reads. */
export async function readGpuOffers(
  { read }: Pick<ProviderPorts, 'read'>,
  wish: OfferWish,
  signal?: AbortSignal,
): Promise<OfferReading> {
  const found = await readOffers(read, 'offers', signal);
  const listed = wish.withListPrices ? [await readPrices(read, signal)] : [];
  const lists = [found, ...listed];
  const skipped = lists.reduce((sum, list) => sum + list.skipped, 0);
  const offers = lists.map((list) => list.offers.map((offer) => offerOf(offer, wish)));
  const reading = offerReading(offers, skipped);
  const problem = lists.find((list) => list.problem !== null)?.problem ?? null;
  const isComplete = reading.isComplete && lists.every((list) => list.isComplete);
  return { ...reading, isComplete, problem };
}
