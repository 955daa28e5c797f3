export { type BaseUrl, parseBaseUrl, parseConsoleUrl } from './http/base-url.ts';
export { createHttp, type Fetch, type Http, type HttpBounds, type HttpPorts } from './http/http.ts';
export { nodeFetch } from './http/node-fetch.ts';
export { type RateLimit, RESET_SLACK_MS } from './http/rate-limits.ts';
export { createRequestPace, type RequestPace } from './http/request-pace.ts';
export { ServiceError } from './http/service-error.ts';
export { confirmOperation, type OperationOutcome, readVm, sendOperation } from './operation.ts';
export { probeService, type ServiceProbe } from './probe.ts';
export { type AccountClient, createAccountClient, type NetworkPorts } from './rental/client.ts';
export { type PublicList, readOffers } from './rental/offers.ts';
export type { Listing } from './rental/pages.ts';
export { parseProfile, profileSchema } from './rental/profile.ts';
export { logIn, refreshTokens, type Tokens } from './rental/sign-in.ts';
export {
  createKeySession,
  createTokenSession,
  type Session,
  type StoredTokens,
  storedTokens,
  type TokenSessionPorts,
} from './session.ts';
