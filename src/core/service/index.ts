export { type BaseUrl, type BaseUrlResult, parseBaseUrl } from './base-url.ts';
export {
  createPublicClient,
  createServiceClient,
  type PublicClient,
  type ServiceClient,
  type UsageRange,
} from './client.ts';
export { createHttp, type Http, type HttpBounds, type HttpPorts } from './http.ts';
export type { Listing } from './page.ts';
export type { RateLimit } from './rate-limits.ts';
export { ServiceError } from './service-error.ts';
export {
  createKeySession,
  createTokenSession,
  type Session,
  type TokenSessionPorts,
} from './session.ts';
export { type LoginTokens, logIn, refreshTokens } from './sign-in.ts';
export type { OfferRecord, OfferValue, Tokens } from './wire/index.ts';
