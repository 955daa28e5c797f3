import { foundOffers } from '../offers/offer-list.ts';
import { ANY_OFFER, type FoundOffer, type OfferFilter, searchOf } from '../offers/offer-places.ts';
import type { PresetOrder } from './preset.ts';

/** The cheapest machine of a preset, also above the preset's limit; null: there is none. */
export function presetOffer<T extends FoundOffer>(
  offers: readonly T[],
  preset: Omit<PresetOrder, 'provider'> & Pick<OfferFilter, 'provider'>,
): T | null {
  const { provider, gpu, gpuCount, where, tier, terms } = preset;
  const isInterruptible = terms === 'interruptible';
  const found = foundOffers(offers, searchOf({ ...ANY_OFFER, provider, gpu, isInterruptible }));
  const matching = found.filter(
    (offer) =>
      (gpuCount === null || offer.gpuCount === gpuCount) &&
      (where === null || offer.where === where) &&
      (tier === null || offer.tier === tier) &&
      (terms === null ? offer.terms !== 'reserved' : (offer.terms ?? 'onDemand') === terms),
  );
  // The limit is of the whole machine, too.
  const priceOf = ({ price }: T) => price.perHour ?? Infinity;
  return matching.toSorted((a, b) => priceOf(a) - priceOf(b))[0] ?? null;
}
