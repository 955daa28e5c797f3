import { type AppAccount, accountNames } from '../accounts/index.ts';
import { PROVIDER_IDS, PROVIDERS, type ProviderId } from '../providers/providers.ts';
import type { OfferPlace } from './gpu-offer.ts';

/** GB of disk that prices are compared with, unless another size is chosen. */
export const DEFAULT_DISK_GB = 100;

/** The providers without an account whose offers are public. */
export const publicProviders = (
  accounts: readonly Pick<AppAccount, 'provider'>[],
): readonly ProviderId[] =>
  PROVIDER_IDS.filter((id) => {
    const { publicOffers, address } = PROVIDERS[id];
    return publicOffers && address !== null && accounts.every(({ provider }) => provider !== id);
  });

/** The name of its account, else of its provider. @param accounts all */
export const offerPlaceName = (
  { provider, account }: OfferPlace,
  accounts: Parameters<typeof accountNames>[0],
) => accountNames(accounts).get(account ?? '')?.name ?? PROVIDERS[provider].name;

/** The accounts that can rent an offer of a provider. @param accountId the list with the offer; null: all accounts */
export function offeringAccounts(
  accounts: readonly AppAccount[],
  provider: ProviderId,
  accountId: string | null,
): readonly AppAccount[] {
  const lister = accounts.find(({ id }) => id === accountId);
  return accounts.filter(
    (account) =>
      account.provider === provider &&
      account.can.includes('rent') &&
      (lister === undefined || account.baseUrl === lister.baseUrl),
  );
}
