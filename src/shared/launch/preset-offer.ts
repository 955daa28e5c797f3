import { isGpu } from '../offers/gpu-names.ts';
import { foundOffers } from '../offers/offer-list.ts';
import { DEFAULT_DISK_GB, type FoundOffer } from '../offers/offer-places.ts';
import type { PresetOrder } from './preset.ts';

/** The cheapest offer that a preset matches, whether or not it is within its limit; null: there is none. */
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
      (terms === null || offer.terms === terms),
  );
  const search = {
    ...{ gpus: [], minGpus: null, maxPrice: null, minVramGb: null },
    ...{ isInterruptible: terms === 'interruptible', diskGb: DEFAULT_DISK_GB },
  };
  return foundOffers(matching, search)[0] ?? null;
}
