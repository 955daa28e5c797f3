/** A plain value of a record with undocumented fields. */
export type OfferValue = string | number | boolean | null;

/**
 * An offer of `GET /search` or a price of `GET /pricing`. Their fields are not documented, so each value was recognized by its
 * name and is null where none was. A record with several prices is several offers.
 */
export interface Offer {
  readonly gpuType: string | null;
  readonly gpuCount: number | null;
  readonly node: string | null;
  /** $/h for `gpuCount` GPUs, or for one where that is unknown. */
  readonly pricePerHour: number | null;
  /** $/h where the price is one of each GPU; null: it is of the whole machine, or unknown. */
  readonly pricePerGpu: number | null;
  readonly rentalType: string | null;
  /** Of a reservation. */
  readonly months: number | null;
  /** The number of free GPUs, or whether there are any. */
  readonly available: number | boolean | null;
  /** The whole record under the service's own names, without lists. */
  readonly raw: Readonly<Record<string, OfferValue>>;
}

/** What an undocumented field was taken as. `field` is the service's own name. */
export type OfferAssumption =
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly meaning: keyof typeof MEANINGS;
    }
  | {
      readonly kind: 'price';
      readonly field: string;
      readonly rentalType: string | null;
      readonly months: number | null;
      /** The price of one GPU, whatever their number; else of the whole machine. */
      readonly isPerGpu: boolean;
    }
  | { readonly kind: 'keys'; readonly meaning: 'gpuType' | 'node' }
  | { readonly kind: 'plainPrices' };

/** What was recognized of an offer. */
export type OfferFacts = Omit<Offer, 'raw'>;

/** A response of `GET /search` or `GET /pricing`. */
export interface OfferList {
  readonly offers: readonly Offer[];
  /** The service's names of the fields that were recognized. */
  readonly recognized: ReadonlySet<string>;
  readonly assumptions: readonly OfferAssumption[];
  /** Unreadable records. */
  readonly skipped: number;
  /** False: the service holds more, or may. */
  readonly isComplete: boolean;
}

const MEANINGS = {
  gpuType: 'the GPU type',
  gpuCount: 'the number of GPUs',
  node: 'the node',
  rentalType: 'the rental type',
  months: 'the months of a reservation',
  available: 'what is available',
} as const;

/** Such as `3 months`. */
export const monthCount = (months: number) => (months === 1 ? '1 month' : `${months} months`);

/** `on_demand` as people write it; an unknown type as received. */
export function rentalName(rentalType: string | null, months: number | null = null): string {
  const name = rentalType?.replaceAll('_', ' ') ?? '';
  return months === null ? name : `${name} for ${monthCount(months)}`;
}

/** A sentence for people. */
export function assumptionText(assumption: OfferAssumption): string {
  switch (assumption.kind) {
    case 'field':
      return `"${assumption.field}" is taken as ${MEANINGS[assumption.meaning]}.`;
    case 'price': {
      const { field, rentalType, months, isPerGpu } = assumption;
      const rental = rentalType === null ? '' : `, ${rentalName(rentalType, months)}`;
      const what = isPerGpu ? 'one GPU' : 'the whole machine';
      return `"${field}" is taken as the price per hour of ${what}${rental}.`;
    }
    case 'keys':
      return `The keys of the response are taken as ${assumption.meaning === 'node' ? 'nodes' : 'GPU types'}.`;
    case 'plainPrices':
      return 'The numbers beside the keys are taken as prices per hour of one GPU.';
  }
}

/** Which offers to show; null: all. */
export interface OfferFilter {
  readonly gpuType: string | null;
  readonly minGpus: number | null;
  /** $/h */
  readonly maxPrice: number | null;
  readonly rentalType: string | null;
}

const comparable = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many GPUs one can rent; null: unknown. A price of one GPU holds for each free one. */
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
export function matchesOffer(offer: OfferFacts, filter: OfferFilter): boolean {
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
export function byPrice(a: OfferFacts, b: OfferFacts): number {
  const unknown = Number.POSITIVE_INFINITY;
  const [first, second] = [a.pricePerHour ?? unknown, b.pricePerHour ?? unknown];
  return first === second ? 0 : first - second;
}
