import { z } from 'zod';

const figure = z.number().nullable();
const text = z.string().nullable();

/** The offers or prices of a service as the panel shows them. Texts are printable. */
export const offerReport = z.strictObject({
  offers: z
    .array(
      z.strictObject({
        gpuType: text,
        gpuCount: figure,
        node: text,
        rentalType: text,
        pricePerHour: figure,
        pricePerGpu: figure,
        months: figure,
        available: z.union([z.number(), z.boolean()]).nullable(),
      }),
    )
    .readonly(),
  /** Number of all offers; the cheapest ones are listed. */
  count: z.number(),
  isComplete: z.boolean(),
  /** Records without a GPU type and a price. */
  skipped: z.number(),
});
