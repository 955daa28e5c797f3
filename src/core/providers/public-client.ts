import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import { type AccountClient, createAccountClient, type NetworkPorts } from './account-client.ts';
import type { BaseUrl } from './http/base-url.ts';
import { createRequestPace } from './http/request-pace.ts';
import { loadProvider } from './load.ts';

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
