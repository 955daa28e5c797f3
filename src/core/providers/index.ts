import type { ProviderId } from '../../shared/providers/index.ts';
import type { ProviderDescription } from './description.ts';
import type { OpenProvider } from './provider.ts';

export {
  type AccountClient,
  capabilitiesOf,
  createAccountClient,
  type NetworkPorts,
  type OpenClient,
} from './account-client.ts';
export type { ProviderDescription } from './description.ts';
export { type BaseUrl, parseBaseUrl, parseConsoleUrl } from './http/base-url.ts';
export {
  createHttp,
  type Fetch,
  type Http,
  type HttpAnswer,
  type HttpBounds,
  type HttpPorts,
} from './http/http.ts';
export { nodeFetch } from './http/node-fetch.ts';
export { type RateLimit, RESET_SLACK_MS } from './http/rate-limits.ts';
export { isObject } from './http/read.ts';
export { createRequestPace, type RequestPace } from './http/request-pace.ts';
export { ServiceError } from './http/service-error.ts';
export { confirmOperation, type OperationOutcome, readVm, sendOperation } from './operation.ts';
export { probeService, type ServiceProbe } from './probe.ts';
export type { Listing, OpenProvider, ProviderClient, ProviderPorts } from './provider.ts';
export { type PublicList, readOffers } from './rental/offers.ts';
export { parseProfile, profileSchema } from './rental/profile.ts';
export { logIn, refreshTokens, type Tokens } from './rental/sign-in.ts';
export {
  createTokenSession,
  type StoredTokens,
  storedTokens,
  type TokenSessionPorts,
} from './rental/token-session.ts';
export { createKeySession, type Session } from './session.ts';

const LOADERS: Readonly<Record<ProviderId, () => Promise<OpenProvider>>> = {
  rental: async () => (await import('./rental/client.ts')).createRentalClient,
  runpod: async () => (await import('./runpod/client.ts')).createRunpodClient,
};

const loaded = new Map<ProviderId, OpenProvider>();

/** The adapter of a provider, which is loaded for accounts that need it only. */
export async function loadProvider(id: ProviderId): Promise<OpenProvider> {
  const open = loaded.get(id) ?? (await LOADERS[id]());
  loaded.set(id, open);
  return open;
}

/** An adapter that was loaded before. */
export function loadedProvider(id: ProviderId): OpenProvider {
  const open = loaded.get(id);
  if (open === undefined) throw new Error(`the adapter of ${id} is not loaded`);
  return open;
}

const DESCRIPTIONS: Readonly<Record<ProviderId, () => Promise<ProviderDescription>>> = {
  rental: async () => (await import('./rental/description.ts')).DESCRIPTION,
  runpod: async () => (await import('./runpod/description.ts')).DESCRIPTION,
};

/** The names in a provider's answers, which are needed to describe answers without their values only. */
export const loadDescription = (id: ProviderId): Promise<ProviderDescription> => DESCRIPTIONS[id]();
