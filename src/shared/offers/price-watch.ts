import { matchesOffer } from '../domain/offer.ts';
import type { Offer } from '../domain/offer-schemas.ts';
import { hasShape, isBoolean, isNumber, isTextUpTo, isWhole } from '../has-shape.ts';

/** Notifies once when GPUs of a type are on offer at a price, $/h of one GPU. */
export interface PriceWatch {
  readonly id: string;
  readonly baseUrl: string;
  readonly gpuType: string;
  readonly minGpus: number;
  readonly maxPrice: number;
  /** The user was notified, and it has not become dearer since. */
  readonly isMet: boolean;
}

export const MAX_WATCHES = 20;

export function isPriceWatch(value: unknown): boolean {
  return hasShape<PriceWatch>(value, {
    id: isTextUpTo(64),
    baseUrl: isTextUpTo(2_000),
    gpuType: isTextUpTo(60),
    minGpus: isWhole(1, 1_000),
    maxPrice: isNumber(0, 1_000_000),
    isMet: isBoolean,
  });
}

/** The lowest price of one GPU among the offers with enough of the type, and its offer; null: there is none. */
export function cheapest<T extends Offer>(
  { gpuType, minGpus }: Pick<PriceWatch, 'gpuType' | 'minGpus'>,
  offers: readonly T[],
): { readonly offer: T; readonly price: number } | null {
  const filter = { gpuType, minGpus, maxPrice: null, rentalType: null };
  const priced = offers.flatMap((offer) => {
    const { pricePerHour, gpuCount } = offer;
    if (pricePerHour === null || !matchesOffer(offer, filter)) return [];
    return [{ offer, price: pricePerHour / (gpuCount || 1) }];
  });
  const [first] = priced.toSorted((a, b) => a.price - b.price);
  return first ?? null;
}

/** A price a little above its limit still counts as met. */
const MARGIN = 1.05;

/** Responses in a row without the price: a node may be missing from one. */
const CONFIRMATIONS = 2;

/** A watch after another response. @param price of `cheapest` @param misses earlier responses in a row that were too dear */
export function observeWatch(
  { isMet, maxPrice }: PriceWatch,
  price: number | null,
  misses: number,
): { readonly isMet: boolean; readonly misses: number } {
  if (!isMet) return { isMet: price !== null && price <= maxPrice, misses: 0 };
  if (price !== null && price <= maxPrice * MARGIN) return { isMet, misses: 0 };
  return { isMet: misses + 1 < CONFIRMATIONS, misses: misses + 1 };
}
