import { z } from 'zod';
import { PROVIDER_IDS } from '../providers/providers.ts';
import type { GpuOffer } from './gpu-offer.ts';
import type { FoundOffer, OfferPlace } from './offer-places.ts';

const text = z.string().nullable();
const figure = z.number().nullable();

const provider = z.enum(PROVIDER_IDS);

const offerFields = z.strictObject({
  provider,
  offer: z.string(),
  gpu: z.strictObject({ family: z.string(), form: text, vramGb: figure }).nullable(),
  gpuText: z.string(),
  gpuCount: figure,
  vramGb: figure,
  where: text,
  tier: text,
  terms: z.enum(['onDemand', 'interruptible', 'reserved']).nullable(),
  stock: z.union([z.number(), z.enum(['none', 'low', 'medium', 'high'])]).nullable(),
  price: z.strictObject({
    perHour: figure,
    diskGb: figure,
    extra: z.array(z.string()).readonly(),
    minBid: z.exactOptional(figure),
  }),
  endsAt: figure,
});

export const gpuOffer: z.ZodType<GpuOffer> = offerFields;

const offer: z.ZodType<FoundOffer> = offerFields.extend({ account: text });

const problem: z.ZodType<OfferPlace & { readonly message: string }> = z.strictObject({
  provider,
  account: text,
  message: z.string(),
});

/** What the panel reads again when it changes; all other filters are its own. `provider`: absent: all. */
export const cloudOffersWish = z.strictObject({
  minGpus: z.number().int().min(1).max(1_024),
  isInterruptible: z.boolean(),
  provider: z.enum(PROVIDER_IDS).optional(),
});

/** The offers of all accounts, and public ones, as the panel shows them. */
export const cloudOffers = z.strictObject({
  /** The cheapest ones. */
  offers: z.array(offer).readonly(),
  /** False: there are more. */
  isComplete: z.boolean(),
  /** The places that could not be read. */
  problems: z.array(problem).readonly(),
  wish: cloudOffersWish,
  /** When they were read, ms since the epoch. */
  at: z.number(),
});
