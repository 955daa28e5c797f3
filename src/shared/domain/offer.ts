import { monthCount } from '../format/index.ts';
import type { Offer } from './offer-schemas.ts';
import type { Problem } from './problem.ts';

/** The offers that can be rented now, or the list prices. */
export interface OfferList {
  readonly offers: readonly Offer[];
  /** Records without a GPU type and a price. */
  readonly skipped: number;
  /** False: the service holds more, or may. */
  readonly isComplete: boolean;
  /** Why further pages were refused; null: they were not. */
  readonly problem: Problem | null;
}

/** `on_demand` as people write it; an unknown type as received. */
export function rentalName(rentalType: string | null, months: number | null = null): string {
  const name = rentalType?.replaceAll('_', ' ') ?? '';
  return months === null ? name : `${name} for ${monthCount(months)}`;
}

export interface OfferFilter {
  readonly gpuType: string | null;
  readonly minGpus: number | null;
  /** $/h */
  readonly maxPrice: number | null;
  readonly rentalType: string | null;
}

const comparable = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many GPUs can be rented; null: unknown. A price of one GPU holds for each free GPU. */
export function gpusOf({
  gpuCount,
  available,
}: Pick<Offer, 'gpuCount' | 'available'>): number | null {
  if (available === false) return 0;
  const free = typeof available === 'number' ? available : null;
  if (free === 0) return 0;
  return gpuCount === null || gpuCount === 1 ? (free ?? gpuCount) : gpuCount;
}

/** Whether an offer matches. An unknown field never matches a filter. */
export function matchesOffer(offer: Offer, filter: OfferFilter): boolean {
  const { gpuType, minGpus, maxPrice, rentalType } = filter;
  const gpus = gpusOf(offer);
  return (
    (gpuType === null || comparable(offer.gpuType ?? '').includes(comparable(gpuType))) &&
    (minGpus === null || (gpus !== null && gpus >= minGpus)) &&
    (maxPrice === null || (offer.pricePerHour !== null && offer.pricePerHour <= maxPrice)) &&
    (rentalType === null || offer.rentalType === rentalType)
  );
}

/** Cheapest first, unknown prices last. */
export function byPrice(a: Offer, b: Offer): number {
  const unknown = Number.POSITIVE_INFINITY;
  const [first, second] = [a.pricePerHour ?? unknown, b.pricePerHour ?? unknown];
  return first === second ? 0 : first - second;
}
