import { z } from 'zod';

const figure = z.number().nullable();
const text = z.string().nullable();

const offer = z.strictObject({
  gpuType: text,
  gpuCount: figure,
  node: text,
  /** $/h for `gpuCount` GPUs, or for one where that is unknown. */
  pricePerHour: figure,
  /** $/h where the price is one of each GPU; null: it is of the whole machine, or unknown. */
  pricePerGpu: figure,
  rentalType: text,
  months: figure,
  /** The number of free GPUs, or whether there are any. */
  available: z.union([z.number(), z.boolean()]).nullable(),
});

/** An offer or a price, recognized by names since no field is documented. A record with several prices is several offers. */
export type Offer = Readonly<z.infer<typeof offer>>;

/** The offers or prices of a service as the panel shows them. Texts are printable. */
export const offerReport = z.strictObject({
  offers: z.array(offer).readonly(),
  /** Number of all offers; the cheapest ones are listed. */
  count: z.number(),
  isComplete: z.boolean(),
  /** Records without a GPU type and a price. */
  skipped: z.number(),
});
