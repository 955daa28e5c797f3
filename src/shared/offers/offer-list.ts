import { joined } from '../format/index.ts';
import { isGpu } from './gpu-names.ts';
import type { FoundOffer, GpuOffer, OfferFilter } from './gpu-offer.ts';

// Here, since the file of the types loads zod.
/** $/h of one GPU; null: unknown. */
export const perGpuHour = ({ price, gpuCount }: Pick<GpuOffer, 'price' | 'gpuCount'>) =>
  price.perHour === null || gpuCount === null || gpuCount <= 0 ? null : price.perHour / gpuCount;

/** GB of one GPU; null: unknown. */
const vramOfOne = ({ gpu, vramGb, gpuCount }: GpuOffer): number | null =>
  gpu?.vramGb ?? (vramGb === null || !gpuCount ? null : vramGb / gpuCount);

/** An unknown value is within no limit. */
function matches(offer: GpuOffer, filter: OfferFilter): boolean {
  const { gpu, minGpus, maxPrice, minVramGb, isInterruptible, provider } = filter;
  return (
    offer.stock !== 'none' &&
    offer.stock !== 0 &&
    (provider === null || offer.provider === provider) &&
    (offer.terms === 'interruptible') === isInterruptible &&
    (gpu.trim() === '' || isGpu(offer.gpu, offer.gpuText, gpu)) &&
    (minGpus === 1 || (offer.gpuCount ?? 0) >= minGpus) &&
    (maxPrice === null || (perGpuHour(offer) ?? Infinity) <= maxPrice) &&
    (minVramGb === null || (vramOfOne(offer) ?? -1) >= minVramGb)
  );
}

/** The offers that can be rented and match, the cheapest GPU first, unknown prices last. */
export const foundOffers = <T extends GpuOffer>(
  offers: readonly T[],
  filter: OfferFilter,
): readonly T[] =>
  offers
    .filter((offer) => matches(offer, filter))
    .toSorted((a, b) => (perGpuHour(a) ?? Infinity) - (perGpuHour(b) ?? Infinity));

const modelOf = ({ provider, account, gpu, gpuText, terms }: FoundOffer) => [
  ...[provider, account, terms],
  ...(gpu === null ? [gpuText] : [gpu.family, gpu.form, gpu.vramGb]),
];

const groupsOf = <T>(offers: readonly T[], keyOf: (offer: T) => readonly unknown[]) =>
  [...Map.groupBy(offers, (offer) => JSON.stringify(keyOf(offer))).values()].flatMap(
    ([first, ...more]) => (first === undefined ? [] : [{ first, more }]),
  );

/** Offers that differ in place and price only, in their order. */
export const kindsOf = <T extends FoundOffer>(offers: readonly T[]) =>
  groupsOf(offers, (offer) => [...modelOf(offer), offer.gpuCount, offer.tier]);

/** The first offer of each GPU at each account, for each of the terms; unknown ones count as on demand. */
export const firstOfEach = <T extends FoundOffer>(offers: readonly T[]): readonly T[] =>
  groupsOf(offers, (offer) => modelOf({ ...offer, terms: offer.terms ?? 'onDemand' })).map(
    ({ first }) => first,
  );

/** `H100 SXM 80 GB`; the provider's text for an unknown GPU. */
export function offeredGpu({ gpu, gpuText }: Pick<GpuOffer, 'gpu' | 'gpuText'>): string {
  if (gpu === null) return gpuText;
  const { family, form, vramGb } = gpu;
  return joined([family, form, vramGb && `${vramGb} GB`], ' ');
}
