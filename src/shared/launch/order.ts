import { z } from 'zod';
import type { Problem } from '../domain/problem.ts';
import type { Vm } from '../domain/vm.ts';
import { gpuOffer } from '../offers/gpu-offer.ts';

const text = z.string().max(4_000);
const figure = z.number().nullable();

const launchLogin = z.discriminatedUnion('method', [
  /** In OpenSSH's form, sent with the order. */
  z.strictObject({ method: z.literal('publicKey'), publicKey: z.string().max(16_384) }),
  /** A key that the account has; null: the provider chooses one. */
  z.strictObject({ method: z.literal('registered'), id: text.nullable() }),
  z.strictObject({ method: z.literal('password') }),
]);

/** A machine to rent, and how. */
export const launchOrder = z.strictObject({
  /** As the user confirmed it, with its price. */
  offer: gpuOffer,
  /** Null: the provider names the VM. */
  name: text.nullable(),
  /** The provider's handle of an image; null: its default. */
  image: text.nullable(),
  /** Null: the disk is not chosen. */
  diskGb: z.int().positive().nullable(),
  login: launchLogin,
  /** $/h of the whole machine; null: the price is fixed. */
  bid: z.number().positive().nullable(),
  /** Of a reservation; null: none. */
  months: z.int().positive().nullable(),
});

/** A key that an account has. `publicKey`: in OpenSSH's form; null: the provider does not tell. */
const registeredKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  publicKey: z.string().nullable(),
});

/** The values that an order of an offer may name at an account. All texts are printable. */
export const launchChoices = z.strictObject({
  /** Empty: the image is not chosen. */
  images: z.array(z.strictObject({ id: z.string(), name: z.string() })).readonly(),
  /** A handle that `images` need not have may be typed. */
  hasOtherImages: z.boolean(),
  defaultImage: z.string().nullable(),
  /** GB; null: the disk is not chosen. */
  disk: z.strictObject({ min: z.number(), usual: z.number() }).nullable(),
  hasName: z.boolean(),
  /** Null: the public key goes with the order. */
  keys: z.array(registeredKey).readonly().nullable(),
  hasPassword: z.boolean(),
  /** Months that can be reserved; empty: none. */
  months: z.array(z.number()).readonly(),
  /** The least bid, $/h of the machine; null: the price is fixed. */
  minBid: figure,
  /** $; null: the provider does not tell. */
  balance: figure,
  /** Losses at a stop and a destroy, and rights of this key: a sentence each. */
  notes: z.array(z.string()).readonly(),
});

const localKey = z.strictObject({
  /** File of the public part, with `~/` for the home folder. */
  file: z.string(),
  /** `ssh-ed25519`. */
  type: z.string(),
  /** Printable; empty: none. */
  comment: z.string(),
  /** In OpenSSH's form, without its comment. */
  publicKey: z.string(),
});

export const localKeys = z.array(localKey).readonly();

export type LaunchLogin = Readonly<z.infer<typeof launchLogin>>;
export type LaunchOrder = Readonly<z.infer<typeof launchOrder>>;
export type LocalKey = Readonly<z.infer<typeof localKey>>;
export type RegisteredKey = Readonly<z.infer<typeof registeredKey>>;
export type LaunchChoices = Readonly<z.infer<typeof launchChoices>>;

/** The answer to an order, as its adapter reads it. */
export type OrderAnswer =
  /** `vm`: null: the answer had no record. */
  | { readonly kind: 'created'; readonly vmId: string; readonly vm: Vm | null }
  /** Surely nothing was created. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** A VM may have been created. `vmId`: the answer named it, although it was an error. */
  | { readonly kind: 'unknown'; readonly problem: Problem; readonly vmId: string | null };
