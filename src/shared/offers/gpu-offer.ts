import type { Problem } from '../domain/problem.ts';
import type { GpuOffer } from './cloud-offers.ts';

export type { GpuOffer } from './cloud-offers.ts';

export type GpuModel = Readonly<NonNullable<GpuOffer['gpu']>>;
export type OfferTerms = NonNullable<GpuOffer['terms']>;

/** What is looked for. A provider reads more where it cannot filter: all filters are applied to its answer again. */
export interface OfferWish {
  /** Words for GPUs, such as `h100`; empty: all. */
  readonly gpus: readonly string[];
  /** GPUs of one machine. */
  readonly minGpus: number | null;
  /** GB of one GPU; absent or null: no limit. */
  readonly minVramGb?: number | null;
  readonly isInterruptible: boolean;
  /** GB of disk that prices are compared with. */
  readonly diskGb: number;
  /** List prices too, of which it is not known whether a machine is free. */
  readonly withListPrices?: boolean;
}

/** The offers of one provider. */
export interface OfferReading {
  readonly offers: readonly GpuOffer[];
  /** Unreadable records. */
  readonly skipped: number;
  /** False: the provider holds more. */
  readonly isComplete: boolean;
  /** Why a further part was refused; absent or null: it was not. */
  readonly problem?: Problem | null;
}

/** $/h of one GPU; null: unknown. */
export const perGpuHour = ({ price, gpuCount }: Pick<GpuOffer, 'price' | 'gpuCount'>) =>
  price.perHour === null || gpuCount === null || gpuCount <= 0 ? null : price.perHour / gpuCount;
