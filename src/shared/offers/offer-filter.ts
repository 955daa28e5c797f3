import { formatRate, joined, shortLabel } from '../format/index.ts';
import { PROVIDERS } from '../providers/providers.ts';
import type { OfferFilter } from './gpu-offer.ts';

export const MAX_WATCHES = 20;

export const ANY_OFFER: OfferFilter = {
  gpu: '',
  minGpus: 1,
  maxPrice: null,
  minVramGb: null,
  isInterruptible: false,
  provider: null,
};

/** `H100, 2+ GPUs, up to $2.00/h per GPU, on demand`. */
export function filterText(filter: OfferFilter): string {
  const { gpu, minGpus, maxPrice, minVramGb, isInterruptible, provider } = filter;
  const parts = [
    shortLabel(gpu.trim()),
    minGpus > 1 && `${minGpus}+ GPUs`,
    minVramGb !== null && `${minVramGb}+ GB`,
    maxPrice !== null && `up to ${formatRate(maxPrice)} per GPU`,
    isInterruptible ? 'interruptible' : 'on demand',
    provider !== null && PROVIDERS[provider].name,
  ];
  return joined(parts, ', ');
}
