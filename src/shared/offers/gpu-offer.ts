import type { Problem } from '../domain/problem.ts';
import type { ProviderId } from '../providers/providers.ts';

/** A GPU model. A name alone is none: an A100 has 40 or 80 GB, and a 4090D is no 4090. */
export interface GpuModel {
  /** `H100`, `RTX 4090`, `RTX PRO 6000`. */
  readonly family: string;
  /** `SXM`, `PCIe`, `NVL`, `Server`; null: the family has one form only. */
  readonly form: string | null;
  /** GB of one GPU; null: unknown. */
  readonly vramGb: number | null;
}

export type OfferTerms = 'onDemand' | 'interruptible' | 'reserved';

/** The price of the whole machine, with a disk of the stated size. */
export interface OfferPrice {
  /** $/h; null: unknown. */
  readonly perHour: number | null;
  /** GB of disk in `perHour`, which some providers fix; null: unknown. */
  readonly diskGb: number | null;
  /** What comes on top, such as `$0.02 per GB of traffic`. Printable. */
  readonly extra: readonly string[];
  /** The least bid, $/h of the whole machine without its disk; absent or null: the price is fixed, or unknown. */
  readonly minBid?: number | null;
}

/** A machine that can be rented now. All texts are printable and bounded; what a provider does not tell is null. */
export interface GpuOffer {
  readonly provider: ProviderId;
  /** What an order names, of one machine, count, tier, terms and place: unique at the provider. */
  readonly offer: string;
  /** Null: unknown; `gpuText` has the provider's word. */
  readonly gpu: GpuModel | null;
  readonly gpuText: string;
  readonly gpuCount: number | null;
  /** GB of all GPUs of the machine together. */
  readonly vramGb: number | null;
  /** A node, a data center, a region or a place. */
  readonly where: string | null;
  /** The provider's word, such as `secure`. */
  readonly tier: string | null;
  readonly terms: OfferTerms | null;
  /** Free machines, or how many are likely; null: unknown, or some. */
  readonly stock: number | 'none' | 'low' | 'medium' | 'high' | null;
  readonly price: OfferPrice;
  /** When the machine can no longer be rented, ms since the epoch; null: open, or unknown. */
  readonly endsAt: number | null;
}

/** What is looked for. A provider reads more where it cannot filter: all filters are applied to its answer again. */
export interface OfferWish {
  /** Words for GPUs, such as `h100`; empty: all. */
  readonly gpus: readonly string[];
  /** GPUs of one machine. */
  readonly minGpus: number | null;
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
