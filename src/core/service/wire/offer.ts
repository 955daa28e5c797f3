import { z } from 'zod';

/** A plain value of an offer or price record. */
export type OfferValue = string | number | boolean | null;

/**
 * One record of `GET /search` or `GET /pricing`. Its fields are not documented, so none is given a meaning here: the plain
 * ones are kept under the service's own names, to be shown as they are.
 */
export type OfferRecord = Readonly<Record<string, OfferValue>>;

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Lists and objects inside a record are left out: there is no way to show them as they are. */
export const offerSchema: z.ZodType<OfferRecord> = z
  .record(z.string(), z.unknown())
  .transform((record) => {
    const kept = Object.entries(record).flatMap(([name, value]) => {
      const result = plain.safeParse(value);
      return result.success ? [[name, result.data] as const] : [];
    });
    return Object.fromEntries(kept);
  });
