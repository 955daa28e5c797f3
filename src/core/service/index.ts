export { type BaseUrl, parseBaseUrl, parseConsoleUrl } from './base-url.ts';
export { type AccountClient, createAccountClient, type NetworkPorts } from './client.ts';
export { createHttp, type Fetch, type Http, type HttpBounds, type HttpPorts } from './http.ts';
export { nodeFetch } from './node-fetch.ts';
export { type PublicList, readOffers } from './offers.ts';
export { confirmOperation, type OperationOutcome, readVm, sendOperation } from './operation.ts';
export type { Listing } from './pages.ts';
export { probeService, type ServiceProbe } from './probe.ts';
export { parseProfile, profileSchema } from './profile.ts';
export { type RateLimit, RESET_SLACK_MS } from './rate-limits.ts';
export { createRequestPace, type RequestPace } from './request-pace.ts';
export { ServiceError } from './service-error.ts';
export {
  createKeySession,
  createTokenSession,
  type Session,
  type StoredTokens,
  storedTokens,
  type TokenSessionPorts,
} from './session.ts';
export { logIn, refreshTokens, type Tokens } from './sign-in.ts';
