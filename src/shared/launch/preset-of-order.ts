import type { Vm } from '../domain/vm.ts';
import { offeredGpu } from '../offers/offer-list.ts';
import type { ProviderId } from '../providers/providers.ts';
import type { LaunchOrder } from './order.ts';
import { type PresetOrder, TERMS_OF_WORDS } from './preset.ts';

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

/** The order of a VM as its record has it: an offer at its rate, with the usual image and the first key. */
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
