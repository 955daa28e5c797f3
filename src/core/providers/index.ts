export {
  type AccountClient,
  capabilitiesOf,
  createAccountClient,
  type NetworkPorts,
} from './account-client.ts';
export type { ProviderDescription } from './description.ts';
export { type BaseUrl, parseBaseUrl, parseConsoleUrl } from './http/base-url.ts';
export { createHttp, type Fetch, type Http, type HttpPorts } from './http/http.ts';
export { nodeFetch } from './http/node-fetch.ts';
export { type RateLimit, RESET_SLACK_MS } from './http/rate-limits.ts';
export { isObject } from './http/read.ts';
export type { HttpAnswer } from './http/request.ts';
export { createRequestPace, type RequestPace } from './http/request-pace.ts';
export { namedBy, ServiceError } from './http/service-error.ts';
export { addressOf, loadDescription, loadedProvider, loadProvider } from './load.ts';
export {
  accountPlaces,
  type OpenPlace,
  publicPlace,
  publicPlaces,
  readOffers,
} from './offer-places.ts';
export {
  confirmOperation,
  type OperationOutcome,
  readVm,
  reasonAgainst,
  sendOperation,
} from './operation.ts';
export { probeService, type ServiceProbe } from './probe.ts';
export type {
  CredentialPorts,
  PasswordLogin,
  ProviderClient,
  Renting,
} from './provider.ts';
export { parseProfile } from './rental/profile.ts';
export { createKeySession, type Session } from './session.ts';
