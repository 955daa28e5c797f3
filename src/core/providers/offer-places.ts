import type { AppAccount } from '../../shared/accounts/index.ts';
import type { FoundOffer, OfferPlace, OfferWish } from '../../shared/offers/gpu-offer.ts';
import { foundOffers } from '../../shared/offers/offer-list.ts';
import { DEFAULT_DISK_GB, publicProviders } from '../../shared/offers/offer-places.ts';
import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import { attempt } from '../user-error.ts';
import { createAccountClient, type NetworkPorts } from './account-client.ts';
import { type BaseUrl, parseBaseUrl } from './http/base-url.ts';
import { createRequestPace } from './http/request-pace.ts';
import { addressOf, loadProvider } from './load.ts';
import type { ProviderClient } from './provider.ts';

/** A place with its client, which is loaded when the offers are read. */
export interface OpenPlace extends OfferPlace {
  readonly open: () => Promise<Pick<ProviderClient, 'offers'>>;
}

/** The lists of accounts with a client. A public list is the same for all at its address, and is read for the first one. */
export const accountPlaces = <T extends Pick<AppAccount, 'id' | 'provider' | 'baseUrl'>>(
  accounts: readonly T[],
  clientOf: (account: T) => Pick<ProviderClient, 'offers'> | undefined,
): readonly OpenPlace[] =>
  accounts.flatMap((account) => {
    const { id, provider, baseUrl } = account;
    const client = clientOf(account);
    const first = accounts.find((one) => one.provider === provider && one.baseUrl === baseUrl);
    const isRead = client !== undefined && (first === account || !PROVIDERS[provider].publicOffers);
    return isRead ? [{ provider, account: id, open: async () => client }] : [];
  });

/** A list that is public (`publicOffers`). No credential is sent. */
export const publicPlace = (
  provider: ProviderId,
  base: BaseUrl,
  network: NetworkPorts,
): OpenPlace => ({
  provider,
  account: null,
  async open() {
    const { open, isOwnError } = await loadProvider(provider);
    const pace = createRequestPace(network.clock, PROVIDERS[provider].minIntervalMs);
    const account = { createSession: () => null, pace };
    return createAccountClient({ base, open, isOwnError }, network, account);
  },
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

const NO_OFFERS = { offers: [], isComplete: true, problem: null } as const;

async function readPlace({ open, ...place }: OpenPlace, wish: OfferWish, signal?: AbortSignal) {
  const read = async () => (await (await open()).offers?.(wish, signal)) ?? NO_OFFERS;
  const { value, problem } = await attempt(read(), signal);
  const { offers, ...reading } = value ?? { ...NO_OFFERS, problem };
  const { account } = place;
  return { ...reading, place, offers: offers.map((offer) => ({ ...offer, account })) };
}

/** Reads all places at the same time. @throws the signal's reason */
export async function readOffers(
  places: readonly OpenPlace[],
  wish: Omit<OfferWish, 'diskGb'> & Partial<OfferWish>,
  signal?: AbortSignal,
) {
  const whole = { diskGb: DEFAULT_DISK_GB, ...wish };
  const readings = await Promise.all(places.map((place) => readPlace(place, whole, signal)));
  const offers = readings.flatMap((reading): readonly FoundOffer[] => reading.offers);
  return {
    /** The cheapest GPU first. */
    offers: foundOffers(offers, wish),
    /** False: there are more. */
    isComplete: readings.every(({ isComplete }) => isComplete),
    /** A place could be read. */
    isAnswered: readings.some(({ offers, problem }) => offers.length > 0 || problem === null),
    /** With what was read all the same. */
    problems: readings.flatMap(({ problem, ...reading }) =>
      problem === null ? [] : [{ ...reading, problem }],
    ),
  };
}
