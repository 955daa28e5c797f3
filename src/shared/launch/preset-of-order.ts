import type { Vm } from '../domain/vm.ts';
import type { FoundOffer, OfferFilter } from '../offers/gpu-offer.ts';
import { ANY_OFFER } from '../offers/offer-filter.ts';
import { foundOffers, offeredGpu } from '../offers/offer-list.ts';
import type { ProviderId } from '../providers/providers.ts';
import type { LaunchOrder } from './order.ts';
import { TERMS_OF_WORDS } from './preset.ts';
import type { PresetOrder } from './preset-order.ts';

/** @param file of the public key that goes with the order */
export function presetOrderOf(
  { offer, image, diskGb, login, months }: LaunchOrder,
  file: string | null,
  maxPerHour: number | null,
): PresetOrder {
  const { provider, gpuCount, where, tier, terms } = offer;
  return {
    provider,
    gpu: offeredGpu(offer),
    gpuCount,
    where,
    tier,
    terms,
    months,
    image,
    diskGb,
    login: login.method === 'publicKey' ? { method: 'publicKey', file } : login,
    maxPerHour,
  };
}

/** The order of a VM by its record: an offer at its rate, with the usual image and the first key. */
export function presetLike(vm: Vm, provider: ProviderId): PresetOrder {
  const { gpuType, gpuCount, storageGb, rates, order: { node, rental = '' } = {} } = vm;
  return {
    provider,
    gpu: gpuType ?? '',
    gpuCount,
    where: node || null,
    tier: null,
    terms: TERMS_OF_WORDS.get(rental.toLowerCase().replace(/[ -]/g, '_')) ?? null,
    months: null,
    image: null,
    diskGb: storageGb,
    login: { method: 'publicKey', file: null },
    maxPerHour: rates.running?.perHour ?? null,
  };
}

/** An order for which an offer is to be found. */
export type Wanted = Omit<PresetOrder, 'provider'> & Pick<OfferFilter, 'provider'>;

export const presetFilter = ({ provider, gpu, gpuCount, terms }: Wanted): OfferFilter => ({
  ...ANY_OFFER,
  provider,
  gpu: gpu.slice(0, 60),
  minGpus: gpuCount ?? 1,
  isInterruptible: terms === 'interruptible',
});

/** The cheapest machine of a preset, also above the preset's limit; null: there is none. */
export function presetOffer(offers: readonly FoundOffer[], preset: Wanted): FoundOffer | null {
  const { gpuCount, where, tier, terms } = preset;
  const matching = foundOffers(offers, presetFilter(preset)).filter(
    (offer) =>
      (gpuCount === null || offer.gpuCount === gpuCount) &&
      (where === null || offer.where === where) &&
      (tier === null || offer.tier === tier) &&
      (terms === null ? offer.terms !== 'reserved' : (offer.terms ?? 'onDemand') === terms),
  );
  // The limit is of the whole machine, too.
  const priceOf = ({ price }: FoundOffer) => price.perHour ?? Infinity;
  return matching.toSorted((a, b) => priceOf(a) - priceOf(b))[0] ?? null;
}
