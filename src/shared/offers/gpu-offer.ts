import { z } from 'zod';
import type { Problem } from '../domain/problem.ts';
import { PROVIDER_IDS } from '../providers/providers.ts';

// Built when they are used first: the preferences load this file at every start.

const text = z.lazy(() => z.string().nullable());
const figure = z.lazy(() => z.number().nullable());

const provider = z.lazy(() => z.enum(PROVIDER_IDS));

/** A machine that can be rented now, without its account. All texts are printable and bounded; what a provider does not tell is null. */
export const gpuOffer = z.lazy(() =>
  z.object({
    provider,
    /** The handle for orders, of one machine, count, tier, terms and place: unique at the provider. */
    offer: z.string(),
    /** A name alone is none: an A100 has 40 or 80 GB, and a 4090D is no 4090. Null: unknown; `gpuText` has the provider's word. */
    gpu: z
      .strictObject({
        /** `H100`, `RTX 4090`, `RTX PRO 6000`. */
        family: z.string(),
        /** `SXM`, `PCIe`, `NVL`, `Server`; null: the family has one form only. */
        form: text,
        /** GB of one GPU. */
        vramGb: figure,
      })
      .nullable(),
    gpuText: z.string(),
    gpuCount: figure,
    /** GB of all GPUs of the machine together. */
    vramGb: figure,
    /** A node, a data center, a region or a place. */
    where: text,
    /** The provider's word, such as `secure`. */
    tier: text,
    terms: z.enum(['onDemand', 'interruptible', 'reserved']).nullable(),
    /** Free machines, or how many are likely; null: unknown, or some. */
    stock: z.union([z.number(), z.enum(['none', 'low', 'medium', 'high'])]).nullable(),
    /** For the whole machine, with a disk of the stated size. */
    price: z.strictObject({
      /** $/h */
      perHour: figure,
      /** GB of disk in `perHour`, which some providers fix. */
      diskGb: figure,
      /** Costs on top, such as `$0.02 per GB of traffic`. Printable. */
      extra: z.array(z.string()).readonly(),
      /** The least bid, $/h of the whole machine without its disk; absent or null: the price is fixed, or unknown. */
      minBid: z.exactOptional(figure),
    }),
    /** When the machine can no longer be rented, ms since the epoch; null: open, or unknown. */
    endsAt: figure,
  }),
);

/** One list of offers. `account`: its id; null: a public list. */
const place = z.lazy(() => z.strictObject({ provider, account: text }));

/** As a person filters the list, or watches it. The panel applies filters itself where their change needs no other reading. */
export const offerFilter = z.lazy(() =>
  z.strictObject({
    /** A word for a GPU, such as `h100`; empty: every GPU. */
    gpu: z.string().max(60),
    /** GPUs of one machine. */
    minGpus: z.int().min(1).max(1_000),
    isInterruptible: z.boolean(),
    /** $/h of one GPU; null: no limit. */
    maxPrice: z.number().min(0).max(1_000_000).nullable(),
    /** GB of one GPU; null: no limit. */
    minVramGb: z.number().min(0).max(10_000).nullable(),
    /** Null: all. */
    provider: provider.nullable(),
  }),
);

/** The offers of all accounts, and public ones, as the panel shows them. */
export const cloudOffers = z.lazy(() =>
  z.strictObject({
    /** The cheapest ones. */
    offers: z.array(gpuOffer.unwrap().extend({ account: text })).readonly(),
    /** False: there are more. */
    isComplete: z.boolean(),
    /** The places that could not be read. */
    problems: z.array(place.unwrap().extend({ message: z.string() })).readonly(),
    filter: offerFilter,
    /** When they were read, ms since the epoch. */
    at: z.number(),
  }),
);

export type OfferFilter = Readonly<z.infer<typeof offerFilter>>;
export type GpuOffer = Readonly<z.infer<typeof gpuOffer>>;
export type GpuModel = Readonly<NonNullable<GpuOffer['gpu']>>;
export type OfferTerms = NonNullable<GpuOffer['terms']>;
export type OfferPlace = Readonly<z.infer<typeof place>>;
export type FoundOffer = GpuOffer & OfferPlace;

/** What is looked for. A provider reads more where it cannot filter: all filters are applied to its answer again. */
export interface OfferWish extends OfferFilter {
  /** GB of disk that prices are compared with. */
  readonly diskGb: number;
  /** List prices too, of which it is not known whether a machine is free. */
  readonly withListPrices?: boolean;
}

/** The offers of one provider. */
export interface OfferReading {
  readonly offers: readonly GpuOffer[];
  /** False: the provider holds more. */
  readonly isComplete: boolean;
  /** Why a part is missing, such as unreadable records; null: none is. */
  readonly problem: Problem | null;
}
