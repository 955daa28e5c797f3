import type { Problem } from '../../shared/domain/problem.ts';
import {
  type FoundOffer,
  type OfferPlace,
  type OfferSearch,
  publicProviders,
} from '../../shared/offers/offer-places.ts';
import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import { ProblemError } from '../user-error.ts';
import { type AccountClient, createAccountClient, type NetworkPorts } from './account-client.ts';
import { type BaseUrl, parseBaseUrl } from './http/base-url.ts';
import { createRequestPace } from './http/request-pace.ts';
import { addressOf, loadProvider } from './load.ts';
import type { ProviderClient } from './provider.ts';

/** A place with its client, which is loaded when the offers are read. */
export interface OpenPlace extends OfferPlace {
  readonly open: () => Promise<ProviderClient>;
}

/** An account whose client is open. @param account names it in the offers */
export const openPlace = (
  { provider, client }: { readonly provider: ProviderId; readonly client: ProviderClient },
  account: string,
): OpenPlace => ({ provider, account, open: async () => client });

export interface PlaceReading {
  readonly place: OfferPlace;
  /** Null: they could not be read. */
  readonly offers: readonly FoundOffer[] | null;
  readonly skipped: number;
  readonly isComplete: boolean;
  readonly problem: Problem | null;
}

/** A client without an account, which sends no credential: for `offers` of providers that have `publicOffers`. */
export async function openPublicClient(
  provider: ProviderId,
  base: BaseUrl,
  network: NetworkPorts,
): Promise<AccountClient> {
  const { open, isOwnError } = await loadProvider(provider);
  const pace = createRequestPace(network.clock, PROVIDERS[provider].minIntervalMs);
  const account = { createSession: () => null, pace };
  return createAccountClient({ base, open, isOwnError }, network, account);
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
