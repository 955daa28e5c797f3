import { isGpu } from '../offers/gpu-names.ts';
import { foundOffers } from '../offers/offer-list.ts';
import { ANY_OFFER, type FoundOffer, searchOf } from '../offers/offer-places.ts';
import type { PresetOrder } from './preset.ts';

/** The cheapest machine that a preset matches, whether or not it is within its limit; null: there is none. */
export function presetOffer<T extends FoundOffer>(
  offers: readonly T[],
  { provider, gpu, gpuCount, where, tier, terms }: PresetOrder,
): T | null {
  const matching = offers.filter(
    (offer) =>
      offer.provider === provider &&
      (gpu === '' || isGpu(offer.gpu, offer.gpuText, gpu)) &&
      (gpuCount === null || offer.gpuCount === gpuCount) &&
      (where === null || offer.where === where) &&
      (tier === null || offer.tier === tier) &&
      (terms === null ? offer.terms !== 'reserved' : (offer.terms ?? 'onDemand') === terms),
  );
  const search = searchOf({ ...ANY_OFFER, isInterruptible: terms === 'interruptible' });
  const found = foundOffers(matching, search);
  // The limit is of the whole machine, too.
  const priceOf = ({ price }: T) => price.perHour ?? Infinity;
  return found.toSorted((a, b) => priceOf(a) - priceOf(b))[0] ?? null;
}
