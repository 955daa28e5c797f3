import { z } from 'zod';

const figure = z.number().nullable();
const text = z.string().nullable();

/** The offers or prices of a service as the panel shows them. Texts are printable. */
export const offerReport = z.strictObject({
  /** The cheapest ones. */
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
  /** Of all offers. */
  count: z.number(),
  /** False: the service holds more, or may. */
  isComplete: z.boolean(),
  /** Records without a GPU type and a price. */
  skipped: z.number(),
});
