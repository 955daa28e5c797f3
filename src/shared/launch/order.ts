import type { Problem } from '../domain/problem.ts';
import type { Vm } from '../domain/vm.ts';
import type { GpuOffer } from '../offers/gpu-offer.ts';

export type LaunchLogin =
  /** In OpenSSH's form, sent with the order. */
  | { readonly method: 'publicKey'; readonly publicKey: string }
  /** A key that the account has; null: the provider chooses one. */
  | { readonly method: 'registered'; readonly id: string | null }
  | { readonly method: 'password' };

/** What is rented, and how. */
export interface LaunchOrder {
  /** As the user confirmed it, with its price. */
  readonly offer: GpuOffer;
  /** Null: the provider names the VM. */
  readonly name: string | null;
  /** The provider's handle of an image; null: its default. */
  readonly image: string | null;
  /** Null: the disk is not chosen. */
  readonly diskGb: number | null;
  readonly login: LaunchLogin;
  /** $/h of the whole machine; null: the price is fixed. */
  readonly bid: number | null;
  /** Of a reservation; null: none. */
  readonly months: number | null;
}

/** A key that an account has. */
export interface RegisteredKey {
  readonly id: string;
  readonly name: string;
  /** In OpenSSH's form; null: the provider does not tell. */
  readonly publicKey: string | null;
}

/** What an order of an offer may name at an account. All texts are printable. */
export interface LaunchChoices {
  /** Empty: the image is not chosen. */
  readonly images: readonly { readonly id: string; readonly name: string }[];
  /** A handle that `images` need not have may be typed. */
  readonly hasOtherImages: boolean;
  readonly defaultImage: string | null;
  /** GB; null: the disk is not chosen. */
  readonly disk: { readonly min: number; readonly usual: number } | null;
  readonly hasName: boolean;
  /** Null: the public key goes with the order. */
  readonly keys: readonly RegisteredKey[] | null;
  readonly hasPassword: boolean;
  /** Months that can be reserved; empty: none. */
  readonly months: readonly number[];
  /** The least bid, $/h of the machine; null: the price is fixed. */
  readonly minBid: number | null;
  /** $; null: the provider does not tell. */
  readonly balance: number | null;
  /** What a stop and a destroy will erase, and what this key can do: a sentence each. */
  readonly notes: readonly string[];
}

/** The answer to an order, as its adapter reads it. */
export type OrderAnswer =
  | { readonly kind: 'created'; readonly vmId: string; readonly vm: Vm | null }
  /** Surely nothing was created. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** A VM may have been created. `vmId`: the answer named it, although it was an error. */
  | { readonly kind: 'unknown'; readonly problem: Problem; readonly vmId: string | null };
