import { formatRate, shortLabel } from '../format/index.ts';
import { hasShape, isBoolean, isNumber, isTextUpTo, isWhole, orNull } from '../has-shape.ts';
import { isProviderId, PROVIDERS, type ProviderId } from '../providers/providers.ts';

/** As a person filters the list, or watches it. */
export interface OfferFilter {
  /** A word for a GPU, such as `h100`; empty: every GPU. */
  readonly gpu: string;
  /** GPUs of one machine. */
  readonly minGpus: number;
  readonly isInterruptible: boolean;
  /** $/h of one GPU; null: no limit. */
  readonly maxPrice: number | null;
  /** GB of one GPU; null: no limit. */
  readonly minVramGb: number | null;
  /** Null: all. */
  readonly provider: ProviderId | null;
}

export const ANY_OFFER: OfferFilter = {
  gpu: '',
  minGpus: 1,
  maxPrice: null,
  minVramGb: null,
  isInterruptible: false,
  provider: null,
};

/** Checks of a stored filter. */
export const FILTER_SHAPE = {
  gpu: isTextUpTo(60, 0),
  minGpus: isWhole(1, 1_000),
  maxPrice: orNull(isNumber(0, 1_000_000)),
  minVramGb: orNull(isNumber(0, 10_000)),
  isInterruptible: isBoolean,
  provider: orNull((id) => typeof id === 'string' && isProviderId(id)),
};

export const isOfferFilter = (value: unknown): boolean =>
  hasShape<OfferFilter>(value, FILTER_SHAPE);

/** `H100, 2+ GPUs, up to $2.00/h per GPU, on demand`. */
export function filterText(filter: OfferFilter): string {
  const { gpu, minGpus, maxPrice, minVramGb, isInterruptible, provider } = filter;
  return [
    shortLabel(gpu.trim()),
    minGpus > 1 && `${minGpus}+ GPUs`,
    minVramGb !== null && `${minVramGb}+ GB`,
    maxPrice !== null && `up to ${formatRate(maxPrice)} per GPU`,
    isInterruptible ? 'interruptible' : 'on demand',
    provider !== null && PROVIDERS[provider].name,
  ]
    .filter(Boolean)
    .join(', ');
}
