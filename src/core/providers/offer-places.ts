import type { Problem } from '../../shared/domain/problem.ts';
import {
  type FoundOffer,
  type OfferPlace,
  type OfferSearch,
  publicProviders,
} from '../../shared/offers/offer-places.ts';
import type { ProviderId } from '../../shared/providers/providers.ts';
import { ProblemError } from '../user-error.ts';
import type { NetworkPorts } from './account-client.ts';
import { addressOf } from './address.ts';
import { type BaseUrl, parseBaseUrl } from './http/base-url.ts';
import type { ProviderClient } from './provider.ts';
import { openPublicClient } from './public-client.ts';

/** A place with its client, which is loaded when the offers are read. */
export interface OpenPlace extends OfferPlace {
  readonly open: () => Promise<ProviderClient>;
}

export interface PlaceReading {
  readonly place: OfferPlace;
  /** Null: they could not be read. */
  readonly offers: readonly FoundOffer[] | null;
  readonly skipped: number;
  readonly isComplete: boolean;
  readonly problem: Problem | null;
}

/** A public list without an account. */
export const publicPlace = (
  provider: ProviderId,
  base: BaseUrl,
  network: NetworkPorts,
): OpenPlace => ({
  provider,
  account: null,
  open: () => openPublicClient(provider, base, network),
});

/** The public lists of providers that have no account. @param accounts all of them */
export const publicPlaces = (
  accounts: Parameters<typeof publicProviders>[0],
  network: NetworkPorts,
): readonly OpenPlace[] =>
  publicProviders(accounts).flatMap((provider) => {
    const base = parseBaseUrl(addressOf(provider) ?? '');
    return base.ok ? [publicPlace(provider, base.url, network)] : [];
  });

async function readPlace(
  { open, ...place }: OpenPlace,
  search: OfferSearch,
  signal?: AbortSignal,
): Promise<PlaceReading> {
  try {
    const client = await open();
    const reading = await client.offers?.(search, signal);
    const { offers = [], skipped = 0, isComplete = true, problem = null } = reading ?? {};
    const found = offers.map((offer) => ({ ...offer, account: place.account }));
    return { place, offers: found, skipped, isComplete, problem };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ProblemError)) throw error;
    return { place, offers: null, skipped: 0, isComplete: true, problem: error.problem };
  }
}

/** Reads all places at the same time. @throws the signal's reason */
export const readPlaces = (
  places: readonly OpenPlace[],
  search: OfferSearch,
  signal?: AbortSignal,
): Promise<readonly PlaceReading[]> =>
  Promise.all(places.map((place) => readPlace(place, search, signal)));
