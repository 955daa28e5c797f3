import { offeredGpu } from '../offers/offer-list.ts';
import type { LaunchOrder } from './order.ts';
import type { PresetOrder } from './preset.ts';

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
