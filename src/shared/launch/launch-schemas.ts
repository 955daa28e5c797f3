import { z } from 'zod';
import { gpuOffer } from '../offers/cloud-offers.ts';
import type { LocalKey } from '../ssh/local-key.ts';
import type { LaunchChoices, LaunchLogin, LaunchOrder } from './order.ts';

const text = z.string().max(4_000);
const figure = z.number().nullable();

const login: z.ZodType<LaunchLogin> = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('publicKey'), publicKey: z.string().max(16_384) }),
  z.strictObject({ method: z.literal('registered'), id: text.nullable() }),
  z.strictObject({ method: z.literal('password') }),
]);

/** As the user confirmed it. */
export const launchOrder: z.ZodType<LaunchOrder> = z.strictObject({
  offer: gpuOffer,
  name: text.nullable(),
  image: text.nullable(),
  diskGb: z.int().positive().nullable(),
  login,
  bid: z.number().positive().nullable(),
  months: z.int().positive().nullable(),
});

const registeredKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  publicKey: z.string().nullable(),
});

export const launchChoices: z.ZodType<LaunchChoices> = z.strictObject({
  images: z.array(z.strictObject({ id: z.string(), name: z.string() })).readonly(),
  hasOtherImages: z.boolean(),
  defaultImage: z.string().nullable(),
  disk: z.strictObject({ min: z.number(), usual: z.number() }).nullable(),
  hasName: z.boolean(),
  keys: z.array(registeredKey).readonly().nullable(),
  hasPassword: z.boolean(),
  months: z.array(z.number()).readonly(),
  minBid: figure,
  balance: figure,
  notes: z.array(z.string()).readonly(),
});

export const localKeys: z.ZodType<readonly LocalKey[]> = z
  .array(
    z.strictObject({
      file: z.string(),
      type: z.string(),
      comment: z.string(),
      publicKey: z.string(),
    }),
  )
  .readonly();
